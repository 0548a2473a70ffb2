import { effect, untracked } from '@preact/signals-react'
import type { Failure } from '../../../contract/result.ts'
import { locked } from '../../lock/state.ts'
import { spin } from '../actions.ts'
import {
  autoplayLeft,
  credit,
  exit,
  freeSpins,
  game,
  heldBy,
  link,
  pending,
  setAutoplay,
  spinning,
  spinRefusal,
  stake,
} from '../state.ts'

/** A run by itself, and what ends it; amounts in cents, undefined: it does not matter. */
export interface Plan {
  /** Infinity: until something ends it. */
  count: number
  loss?: number | undefined
  win?: number | undefined
  bonus: boolean
}

/** Why a run ended by itself; the player's own tap and the way out need no word. */
export type End =
  | 'done'
  | 'loss'
  | 'win'
  | 'bonus'
  | 'noCredit'
  | 'stake'
  | 'link'
  | 'picture'
  | 'transfer'
  | 'lock'
  | 'hidden'
  | 'window'
  | 'refused'

/** A picture that is too old to be trusted ends a run after this, ms. Until then nothing is staked. */
export const OLD_MS = 5000

/** Anything that lies over the page and wants an answer first. */
const asks = () => document.querySelector('dialog[open],[aria-modal="true"]') !== null

/**
 * Plays spin after spin: one when the last has ended, its cycle is over and nothing refuses it; never two at a time.
 * Ends by itself, and says why; what it waited for does not start it again. The answer ends it without a word.
 */
export function runAutoplay(
  plan: Plan,
  onEnd: (why: End, failure?: Failure) => void,
  play = spin,
): () => void {
  const before = credit.peek() ?? 0
  const own = stake.peek()
  let free = freeSpins.peek()
  /** A spin is sent and its answer not there; its reels have not stood yet. */
  let asked = false
  let turning = false
  let old: ReturnType<typeof setTimeout> | undefined
  let over = false

  const stop = () => {
    if (over) return
    over = true
    clearTimeout(old)
    document.removeEventListener('visibilitychange', look)
    setAutoplay(undefined)
    // Not at once: it may run within itself.
    queueMicrotask(() => unwatch())
  }
  const end = (why: End, failure?: Failure) => {
    if (over) return
    stop()
    onEnd(why, failure)
  }

  /** What ends it whatever the reels do. */
  const broken = (): End | undefined => {
    if (locked.peek()) return 'lock'
    if (document.hidden) return 'hidden'
    const waits = pending.peek()
    if (waits === 'load' || waits === 'cashout') return 'transfer'
    if (link.peek() !== 'up' || waits === 'sync') return 'link'
    return heldBy.peek() || asks() ? 'window' : undefined
  }
  /** What ends it between two spins. */
  const enough = (): End | undefined => {
    const bonus = freeSpins.peek() > free
    const won = turning ? (game.peek()?.win ?? 0) : 0
    free = freeSpins.peek()
    turning = false
    if (plan.win !== undefined && won >= plan.win) return 'win'
    if (plan.bonus && bonus) return 'bonus'
    const lost = before - (credit.peek() ?? 0)
    const costs = free > 0 ? 0 : (stake.peek() ?? 0)
    // Nor may the next spin lose more than that.
    if (plan.loss !== undefined && (lost >= plan.loss || lost + costs > plan.loss)) return 'loss'
    if (autoplayLeft.peek() === 0) return 'done'
    if (free === 0 && stake.peek() !== own) return 'stake'
    const refusal = spinRefusal.peek()
    if (refusal === 'stake') return 'loss'
    return refusal === 'noCredit' ? 'noCredit' : undefined
  }
  const waitForPicture = (waits: boolean) => {
    if (!waits) {
      clearTimeout(old)
      old = undefined
    } else old ??= setTimeout(end, OLD_MS, 'picture')
  }
  const next = () => {
    asked = true
    turning = true
    setAutoplay((autoplayLeft.peek() ?? 0) - 1)
    void play().then((answer) => {
      asked = false
      if (answer && !answer.ok && answer.error.category === 'refused') end('refused', answer.error)
      else look()
    })
  }
  function look(): void {
    if (over) return
    if (autoplayLeft.peek() === undefined || exit.peek()) {
      stop()
      return
    }
    const refusal = spinRefusal.peek()
    waitForPicture(refusal === 'oldPicture' || refusal === 'noPicture')
    const fault = broken()
    const isBusy = asked || spinning.peek() || pending.peek() !== undefined
    const why = fault ?? (isBusy ? undefined : enough())
    if (why) end(why)
    else if (isBusy) return
    else if (refusal === undefined) next()
  }

  setAutoplay(plan.count)
  document.addEventListener('visibilitychange', look)
  const unwatch = effect(() => {
    autoplayLeft.value
    exit.value
    locked.value
    pending.value
    link.value
    heldBy.value
    game.value
    stake.value
    spinRefusal.value
    untracked(look)
  })
  return stop
}
