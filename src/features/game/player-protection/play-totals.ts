import * as v from 'valibot'
import type { GameState } from '../../../contract/live.ts'
import { currentToken } from '../../../core/session/state.ts'
import { sessionArea, storedPlayer, storedToken } from '../../../core/session/stored-token.ts'
import { read, write } from '../../../core/storage/storage.ts'
import type { Protection } from './jurisdiction.ts'

/** It goes with the session (session/wipe.ts), and is where that session's token is: all its tabs have the same. */
const KEY = 'reelcast.play'
/** The player is told so long before their time is over, ms. */
export const WARNING_MS = 5 * 60_000

const Amount = v.pipe(v.number(), v.finite())

/** What a session has played so far, on all machines. Times in ms, amounts in cents. */
const Account = v.object({
  /** Whose it is, as the session says it (session/stored-token.ts). */
  player: v.string(),
  /** Time spent at machines, by the wall clock; and when it was last counted, ms since 1970. */
  played: v.pipe(Amount, v.minValue(0)),
  at: Amount,
  /** What was won less what was staked. */
  net: Amount,
  /** `played` when the last reality check was answered; and until when the next keeps play waiting, if it does. */
  answered: Amount,
  pausedUntil: Amount,
  /** How often the player wants to be reminded, ms of play; 0: not more often than is asked for anyway. */
  remind: v.optional(v.pipe(Amount, v.minValue(0)), 0),
  /** The end of the session has been announced. */
  warned: v.boolean(),
  /** When the last spin started, ms since 1970. */
  spun: Amount,
  /** The last spin that was seen, on which machine, and whether its win is still to come. */
  spin: v.nullish(v.object({ machine: v.string(), id: v.string(), open: v.boolean() })),
})
export type Account = v.InferOutput<typeof Account>

export const NEW: Account = {
  player: '',
  played: 0,
  at: 0,
  net: 0,
  answered: 0,
  pausedUntil: 0,
  remind: 0,
  warned: false,
  spun: 0,
  spin: null,
}

/** What this session has played, as it was last kept. */
export function keptAccount(): Account {
  const fresh = { ...NEW, player: storedPlayer() ?? '' }
  try {
    const kept = v.parse(Account, JSON.parse(read(sessionArea(), KEY) ?? ''))
    return kept.player === fresh.player ? kept : fresh
  } catch {
    return fresh
  }
}

/** Keeps it with the session; of one that has ended nothing may come back into what was wiped. */
export function keepAccount(account: Account): void {
  if (currentToken() !== undefined && storedToken() !== undefined)
    write(sessionArea(), KEY, JSON.stringify(account))
}

/** Time goes on at a machine: from `since` (ms since 1970), when this page last looked, until `now`. */
export function passTime(account: Account, since: number, now: number): Account {
  // Another page of the same session may have counted meanwhile; a clock that is set back counts nothing.
  const ms = Math.max(0, now - Math.max(since, Math.min(account.at, now)))
  return { ...account, played: account.played + ms, at: now }
}

/**
 * A machine says how it is. Each spin counts once: its stake when it begins, its win (which holds the jackpot)
 * when the reels stand, free ones too: so `bonusWin`, their sum, is not counted again. The first that a machine tells
 * was played before, unless this session played there last.
 * `free`: the spin that begins now costs nothing, where the server does not say so itself.
 */
export function countSpin(account: Account, machine: string, game: GameState, free: boolean): Account {
  const { spin, phase } = game
  const id = spin?.id ?? ''
  const turns = phase === 'spinning'
  const last = account.spin?.machine === machine ? account.spin : undefined
  // A seat that was taken anew has not seen a spin yet, whatever was played there before.
  const known = last && (spin || !last.id) ? last : { machine, id, open: false }
  // A server that does not number its spins tells them by their beginning and their end.
  const began = id !== known.id || (!spin && turns && !known.open)
  let { net } = account
  let open = known.open
  if (began) {
    if (!(spin ? spin.free : free)) net -= spin?.stake ?? game.stake
    open = true
  }
  if (open && !turns) {
    net += spin?.win ?? game.win
    open = false
  }
  const isSame = known === account.spin && id === known.id && open === known.open
  return isSame ? account : { ...account, net, spin: { machine, id, open } }
}

/** The next to play at this machine is somebody else: nothing of theirs may count. */
export function leaveMachine(account: Account): Account {
  return { ...account, spin: null }
}

/** Why nothing may be played: what is lost, the time that is over, or a check that is to be answered. */
export type Question = 'loss' | 'session' | 'check'

/** `lowest`: the least that a spin costs here, cents. */
export function questionOf(account: Account, limits: Protection, lowest = 0): Question | undefined {
  const { played, net, answered } = account
  if (limits.lossLimit > 0 && limits.lossLimit + net < Math.max(lowest, 1)) return 'loss'
  if (limits.sessionLimit > 0 && played >= limits.sessionLimit) return 'session'
  return limits.realityCheck > 0 && played - answered >= limits.realityCheck ? 'check' : undefined
}

/** The most the next spin may stake, cents: nobody loses more than the limit. */
export function stakeCapOf({ net }: Account, { lossLimit, maxStake }: Protection): number {
  return lossLimit > 0 ? Math.min(maxStake, Math.max(lossLimit + net, 0)) : maxStake
}
