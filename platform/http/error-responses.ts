import type { FastifyReply } from 'fastify'
import { Code, type RefusalCode } from '../../src/contract/codes.ts'
import type { ErrorAnswer, Params } from '../../src/contract/http.ts'

/**
 * HTTP status and an English message by code; the app translates the code. A code without an entry does not
 * compile.
 */
const REFUSALS: Readonly<Record<RefusalCode, readonly [status: number, message: string]>> = {
  [Code.badSignature]: [401, 'The access token is not valid'],
  [Code.tokenExpired]: [401, 'The access token has expired'],
  [Code.invalidRequest]: [400, 'The request is not valid'],
  [Code.oldPasswordWrong]: [400, 'The old password is wrong'],
  [Code.passwordTooShort]: [400, 'The new password is too short'],
  [Code.sessionTerminated]: [409, 'The session is over, the transaction cannot be processed'],
  [Code.pipelineFailed]: [503, 'The machine cannot be reached, contact the technical team'],
  [Code.wrongCredentialsCounted]: [403, 'User name or password is wrong'],
  [Code.wrongCredentials]: [403, 'User name or password is wrong'],
  [Code.accountProtected]: [403, 'The account is protected after too many failed attempts'],
  [Code.ipNotPermitted]: [403, 'This address is not permitted'],
  [Code.banned]: [403, 'The account is banned'],
  [Code.machineNotFound]: [404, 'There is no such machine'],
  [Code.machineTaken]: [409, 'The machine is being played by someone else'],
  [Code.machineOutOfOrder]: [409, 'The machine is out of order'],
  [Code.balanceTooLow]: [409, 'The balance is too low'],
  [Code.balanceTooHigh]: [409, 'The balance is too high for this'],
  [Code.passwordTooCommon]: [400, 'The password is one of the commonest'],
  [Code.amountTooLow]: [409, 'The amount is too low'],
  [Code.creditTooLow]: [409, 'The credit is too low'],
  [Code.stakeNotOffered]: [400, 'The machine does not offer this stake'],
  [Code.machineBusy]: [409, 'The machine is busy'],
  [Code.notSeated]: [409, 'You are not playing this machine'],
  [Code.bonusPending]: [409, 'Free spins are waiting to be played'],
  [Code.requestIdReused]: [409, 'This request id was used for something else'],
  [Code.tooManyRequests]: [429, 'Too many requests, try again later'],
  [Code.bodyTooLarge]: [413, 'The request is too large'],
  [Code.notFound]: [404, 'There is no such thing here'],
  [Code.serverError]: [500, 'Something went wrong on our side'],
  [Code.takenOver]: [409, 'The game goes on in another window'],
  [Code.stopping]: [503, 'The platform is stopping'],
  [Code.seatedElsewhere]: [409, 'You are playing another machine'],
  [Code.unplayedTooOften]: [429, 'This was done too often without playing'],
  [Code.ownLossDay]: [409, 'Your own loss limit of the day is reached'],
  [Code.ownLossWeek]: [409, 'Your own loss limit of the week is reached'],
  [Code.ownLossMonth]: [409, 'Your own loss limit of the month is reached'],
  [Code.ownTimeDay]: [409, 'Your own limit on playing time is reached'],
  [Code.ownPause]: [409, 'You have paused playing'],
  [Code.linkOver]: [404, 'This code is not valid, or no longer'],
  [Code.nothingToCashOut]: [409, 'There is nothing to cash out'],
  [Code.machineRefused]: [409, 'The machine has refused this, no money has moved'],
}

/** The HTTP status of a code. */
export const statusOf = (code: RefusalCode): number => REFUSALS[code][0]

/** The error of a refused call or acknowledgement. */
export function errorAnswer(code: RefusalCode, params: Params = {}): ErrorAnswer {
  return { code, ErrorMessage: REFUSALS[code][1], params }
}

export function refuse(reply: FastifyReply, code: RefusalCode, params?: Params, status = statusOf(code)) {
  return reply.code(status).send(errorAnswer(code, params))
}
