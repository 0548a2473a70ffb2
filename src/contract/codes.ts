/**
 * The error and information codes of the wire: their meanings and the placeholders of their texts (`Params:`)
 * for docs/contract/. Codes below 60000 are the platform standard; those from 60000 on are Reelcast's
 * additions, so that every refusal has a code.
 */
export const Code = {
  badSignature: 10, // Signature not verified: the token is invalid. Ends the session.
  success: 20000, // Done.
  invalidRequest: 40000, // Invalid request.
  oldPasswordWrong: 40001, // The old password is wrong.
  passwordTooShort: 40101, // The password is too short. Params: `min`: minimum number of characters.
  sessionTerminated: 50100, // The session at the machine was closed.
  pipelineFailed: 70000, // The picture could not be started.
  // Wrong user name or password, counted. Params: `left_count`: attempts left; at 0 the form is blocked;
  // `block_time`: duration of the block, in whole minutes; `seconds`: the same in seconds, once blocked.
  wrongCredentialsCounted: 10700,
  wrongCredentials: 10701, // Wrong user name or password, not counted.
  // Too many attempts: the account is protected. Params: `block_time`: minutes left; `seconds`: seconds left.
  accountProtected: 10702,
  ipNotPermitted: 10703, // The address is not permitted. On a socket it ends the session.
  banned: 10704, // Banned. Ends the session.
  infoDeposit: 18800, // Seconds left to deposit funds; once a second. Params: `seconds`: whole seconds left.
  infoTerminating: 18801, // The session at the machine is being closed.
  infoContinue: 18802, // Seconds left to continue; once a second. Params: `seconds`: whole seconds left.
  tokenExpired: 60000, // The token has expired. Ends the session.
  machineNotFound: 60001, // No such machine.
  machineTaken: 60002, // Another player has the machine.
  machineOutOfOrder: 60003, // The machine is out of order or off.
  balanceTooLow: 60004, // The wallet holds less than the amount.
  creditTooLow: 60005, // The credit is less than the stake.
  stakeNotOffered: 60006, // The machine does not take this stake, or it is above a maximum.
  machineBusy: 60007, // The machine is busy: a spin or another command is running.
  notSeated: 60008, // The player does not have this machine.
  bonusPending: 60009, // A bonus round has not been played yet.
  requestIdReused: 60010, // The requestId was used for another command.
  // Too many requests. Params: `seconds`: whole seconds to wait, also in the header Retry-After of a call.
  tooManyRequests: 60011,
  bodyTooLarge: 60012, // The request is too large.
  notFound: 60013, // Not found.
  serverError: 60014, // The server failed.
  takenOver: 60015, // Another page of the player has taken the machine over.
  stopping: 60016, // The server is stopping.
  // The player has another machine; the app offers to open it. Params: `machineId`: its id; `name`: its name.
  seatedElsewhere: 60017,
  nothingToCashOut: 60018, // There is no credit to cash out.
  // The wallet holds too much. Params: `amount`: for a claim, the balance that refuses it, in cents.
  balanceTooHigh: 60019,
  amountTooLow: 60020, // The amount is below the minimum. Params: `amount`: the minimum amount, in cents.
  passwordTooCommon: 60021, // The new password is one of the commonest.
  // The player joined or loaded too often without a spin. Params: `seconds`: whole seconds to wait.
  unplayedTooOften: 60022,
  // The cabinet has not executed the command and never will, so that no money has moved. Each repeat under
  // the same requestId is answered so; another attempt needs a new one.
  machineRefused: 60023,
  // The player's own loss limit of the day leaves too little for this. Params: `limit`: the limit, in cents;
  // `left`: what is left of it, in cents; `until`: when play is possible again, ISO 8601.
  ownLossDay: 60030,
  // The player's own loss limit of the week leaves too little for this. Params: as for 60030.
  ownLossWeek: 60031,
  // The player's own loss limit of the month leaves too little for this. Params: as for 60030.
  ownLossMonth: 60032,
  // The player's own limit on the playing time of a day is reached. Params: `minutes`: the limit; `until`:
  // when play is possible again, ISO 8601.
  ownTimeDay: 60033,
  ownPause: 60034, // The player has paused playing. Params: `until`: when play is possible again, ISO 8601.
  linkOver: 60035, // The code of a kiosk is unknown, used or expired.
} as const

export type CodeValue = (typeof Code)[keyof typeof Code]
/** The codes with which a call or command is refused. */
export type RefusalCode = Exclude<
  CodeValue,
  typeof Code.success | typeof Code.infoDeposit | typeof Code.infoTerminating | typeof Code.infoContinue
>

/** Seconds of the countdown to the end of a visit, of which the info codes warn. */
export const VISIT_END_WARNING_S = 10
