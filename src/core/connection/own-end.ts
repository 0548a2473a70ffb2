import { Code } from '../../contract/codes.ts'
import type { InfoPush } from '../../contract/live.ts'
import { onSessionEnd } from '../session/state.ts'

/** How long after a player's command a server may still push that the visit has ended, ms. */
const MAX_ECHO_MS = 10_000

/** What ends a visit: a cash-out in the open game, or a command of another page, after which none is open. */
type Command = 'cashout' | 'leave'

let expected: Command | undefined
let expectedUntil = 0

/** The player ends a visit. Call it with the command, and again with its answer. */
export function expectEnd(by: Command): void {
  expected = by
  expectedUntil = performance.now() + MAX_ECHO_MS
}

/** The command was refused, or another one has followed it. */
export function expectNoEnd(): void {
  expected = undefined
}

/** Whether the end of a visit is the player's own doing, whatever the server pushes about it. */
export const isEndExpected = (by = expected): boolean =>
  expected !== undefined && by === expected && performance.now() < expectedUntil

/** Whether a message only repeats that the visit has ended that the player has ended. */
export const isEchoOfEnd = ({ action, code }: InfoPush): boolean =>
  isEndExpected() && (action === 'leave' || code === Code.sessionTerminated || code === Code.infoTerminating)

onSessionEnd(expectNoEnd)
