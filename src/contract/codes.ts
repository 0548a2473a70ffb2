/**
 * The error and information codes of the wire. Codes below 60000 are the platform standard; those from 60000
 * on are Reelcast's additions, so that every refusal has a code. Besides the status 401 these end a session:
 * badSignature, banned and tokenExpired; on a socket also ipNotPermitted.
 */
export const Code = {
  badSignature: 10,
  success: 20000,
  invalidRequest: 40000,
  oldPasswordWrong: 40001,
  passwordTooShort: 40101,
  sessionTerminated: 50100,
  pipelineFailed: 70000,
  wrongCredentialsCounted: 10700,
  wrongCredentials: 10701,
  accountProtected: 10702,
  ipNotPermitted: 10703,
  banned: 10704,
  /** The countdowns of an idle player: to deposit funds, to the end of the visit, to continue. */
  infoDeposit: 18800,
  infoTerminating: 18801,
  infoContinue: 18802,
  tokenExpired: 60000,
  machineNotFound: 60001,
  machineTaken: 60002,
  machineOutOfOrder: 60003,
  balanceTooLow: 60004,
  creditTooLow: 60005,
  stakeNotOffered: 60006,
  machineBusy: 60007,
  notSeated: 60008,
  bonusPending: 60009,
  requestIdReused: 60010,
  tooManyRequests: 60011,
  bodyTooLarge: 60012,
  notFound: 60013,
  serverError: 60014,
  takenOver: 60015,
  stopping: 60016,
  seatedElsewhere: 60017,
  nothingToCashOut: 60018,
  balanceTooHigh: 60019,
  amountTooLow: 60020,
  passwordTooCommon: 60021,
  unplayedTooOften: 60022,
  machineRefused: 60023,
  /** The player's own limits and pause: limits.ts. */
  ownLossDay: 60030,
  ownLossWeek: 60031,
  ownLossMonth: 60032,
  ownTimeDay: 60033,
  ownPause: 60034,
  linkOver: 60035,
} as const

export type CodeValue = (typeof Code)[keyof typeof Code]
/** The codes with which a call or command is refused. */
export type RefusalCode = Exclude<
  CodeValue,
  typeof Code.success | typeof Code.infoDeposit | typeof Code.infoTerminating | typeof Code.infoContinue
>

/** Seconds of the countdown to the end of a visit, of which the info codes warn. */
export const VISIT_END_WARNING_S = 10
