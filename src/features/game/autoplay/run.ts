import { effect, untracked } from '@preact/signals-react'
import type { Dispose, Failure } from '../../../contract/result.ts'
import { startWakeLock } from '../../../core/idle/wake-lock.ts'
import { isDialogOpen } from '../../../ui/open-dialogs.ts'
import { locked } from '../../lock/state.ts'
import { cabinetBlock, playerCredit } from '../cabinet/state.ts'
import { spin } from '../play/actions.ts'
import {
  autoplayLeft,
  blockedBy,
  exit,
  freeSpins,
  game,
  link,
  pending,
  setAutoplay,
  spinBlock,
  spinning,
  stake,
} from '../play/state.ts'
import { isCelebrating } from '../wins/state.ts'

/** A run and what ends it; amounts in cents, undefined: no such limit. */
export interface AutoplayPlan {
  /** Paid spins: free ones do not count, and are played to their end. Infinity: until something ends it. */
  count: number
  loss?: number | undefined
  win?: number | undefined
  bonus: boolean
}

/** Why a run ended; 'player': by a tap. Leaving the page needs no message. */
export type EndReason =
  | 'player'
  | 'done'
  | 'loss'
  | 'win'
  | 'bonus'
  | 'noCredit'
  | 'stake'
  | 'link'
  | 'picture'
  | 'transfer'
  | 'machine'
  | 'lock'
  | 'hidden'
  | 'window'
  | 'refused'

/** A video that is too old to trust ends a run after this, ms. Until then nothing is staked. */
export const MAX_OLD_VIDEO_MS = 5000

/** Why a run must end at once, whatever the reels do. */
function interruption(): EndReason | undefined {
  if (locked.peek()) return 'lock'
  if (document.hidden) return 'hidden'
  const command = pending.peek()
  if (command === 'load' || command === 'cashout') return 'transfer'
  if (link.peek() !== 'up' || command === 'sync') return 'link'
  const cabinet = cabinetBlock.peek()
  if (cabinet) return cabinet === 'transfer' ? cabinet : 'machine'
  return blockedBy.peek() || isDialogOpen('modal') ? 'window' : undefined
}

/** The limits of a run, from now on. `check` runs between two spins; undefined: the next one may start. */
function createLimits({ loss, win, bonus }: AutoplayPlan) {
  const startCredit = playerCredit.peek() ?? 0
  const startStake = stake.peek()
  let lastFreeSpins = freeSpins.peek()
  let hasSpun = false

  return {
    spinStarted() {
      hasSpun = true
    },
    check(): EndReason | undefined {
      const free = freeSpins.peek()
      const hasBonus = free > lastFreeSpins
      const won = hasSpun ? (game.peek()?.win ?? 0) : 0
      lastFreeSpins = free
      hasSpun = false
      if (win !== undefined && won >= win) return 'win'
      if (bonus && hasBonus) return 'bonus'
      const lost = startCredit - (playerCredit.peek() ?? 0)
      const cost = free > 0 ? 0 : (stake.peek() ?? 0)
      // The next spin must not exceed the limit either.
      if (loss !== undefined && (lost >= loss || lost + cost > loss)) return 'loss'
      if (autoplayLeft.peek() === 0 && free === 0) return 'done'
      if (free === 0 && stake.peek() !== startStake) return 'stake'
      const blocked = spinBlock.peek()
      if (blocked === 'stake') return 'loss'
      return blocked === 'noCredit' ? 'noCredit' : undefined
    },
  }
}

/** Calls `onUpdate` after each change that a run depends on, and at once. */
function watchGame(onUpdate: () => void): Dispose {
  document.addEventListener('visibilitychange', onUpdate)
  const stop = effect(() => {
    const inputs = [
      autoplayLeft,
      exit,
      locked,
      pending,
      link,
      blockedBy,
      game,
      stake,
      spinBlock,
      isCelebrating,
    ]
    for (const input of inputs) input.value
    untracked(onUpdate)
  })
  return () => {
    document.removeEventListener('visibilitychange', onUpdate)
    stop()
  }
}

/**
 * Plays spin after spin: the next one when the last has ended, its cycle is over, its win is celebrated and
 * nothing blocks it; never two at a time. Ends by itself or by the player, with a reason, and does not start
 * again when that reason is gone. The result ends it without one.
 */
export function runAutoplay(
  plan: AutoplayPlan,
  onEnd: (reason: EndReason, failure?: Failure) => void,
  play = spin,
): Dispose {
  const limits = createLimits(plan)
  /** A spin was sent and has no answer yet. */
  let isSent = false
  let isOver = false
  let oldVideoTimer: ReturnType<typeof setTimeout> | undefined

  const stop = () => {
    if (isOver) return
    isOver = true
    clearTimeout(oldVideoTimer)
    letScreenSleep()
    setAutoplay(undefined)
    // Not at once: it may run within the effect itself.
    queueMicrotask(() => unwatch())
  }
  const end = (reason: EndReason, failure?: Failure) => {
    if (isOver) return
    stop()
    onEnd(reason, failure)
  }
  const startSpin = () => {
    isSent = true
    limits.spinStarted()
    if (freeSpins.peek() === 0) setAutoplay((autoplayLeft.peek() ?? 0) - 1)
    void play().then((answer) => {
      isSent = false
      if (answer && !answer.ok && answer.error.category === 'refused') end('refused', answer.error)
      else update()
    })
  }
  const update = () => {
    if (isOver) return
    if (exit.peek()) return stop()
    if (autoplayLeft.peek() === undefined) return end('player')
    const blocked = spinBlock.peek()
    if (blocked === 'oldPicture' || blocked === 'noPicture') {
      oldVideoTimer ??= setTimeout(end, MAX_OLD_VIDEO_MS, 'picture')
    } else {
      clearTimeout(oldVideoTimer)
      oldVideoTimer = undefined
    }
    const isBusy = isSent || spinning.peek() || pending.peek() !== undefined
    const reason = interruption() ?? (isBusy ? undefined : limits.check())
    if (reason) end(reason)
    else if (!isBusy && blocked === undefined && !isCelebrating.peek()) startSpin()
  }

  // A phone that goes dark would hide the page and so end the run.
  const letScreenSleep = startWakeLock()
  setAutoplay(plan.count)
  const unwatch = watchGame(update)
  return stop
}
