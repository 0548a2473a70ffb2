import { batch, effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { isDialogOpen } from '../../../ui/open-dialogs.ts'
import { locked } from '../../lock/state.ts'
import { autoplayLeft, blockedBy, game, pending, videoBlock } from '../play/state.ts'
import { vibrateForWin } from '../tools/haptics.ts'
import { pictureAge } from '../video/state.ts'
import { type Celebration, isScreen } from './grade.ts'
import { celebration, dueCelebration, endCelebration, resetCelebration, showCelebration } from './state.ts'
import { createWinTone } from './win-tone.ts'

/** How long a banner is shown. */
export const BANNER_MS = 2500
/** During autoplay the whole screen closes by itself after this. */
export const AUTOPLAY_CLOSE_MS = 6000
/** Free spins start by themselves after this; sooner where nothing on the screen moves. */
const START_MS = { moving: 5000, still: 2500 }
/** The reels have stopped in the picture this long before the celebration starts. */
const SETTLE_MS = 250
/** The picture's age is read again after this. */
const POLL_MS = 100
/** A picture that has not shown the end of the spin by then is not waited for. */
export const MAX_WAIT_MS = 5000

/** Whether the player has something else before the eyes, such as a limit's question. */
const isCovered = () =>
  locked.peek() || document.hidden || blockedBy.peek() === 'held' || isDialogOpen('modal')

/** Plays free spins that were won. */
export interface FreeSpinsRun {
  start(): void
  /** The player starts them: autoplay has stopped at free spins, as the player chose. */
  isManual(): boolean
}

/** When a celebration ends by itself, ms; undefined: by the player alone. */
function endsAfter(due: Celebration, run: FreeSpinsRun): number | undefined {
  if (!isScreen(due)) return BANNER_MS
  if (autoplayLeft.peek() !== undefined) return AUTOPLAY_CLOSE_MS
  if (due.kind !== 'bonus' || run.isManual()) return undefined
  return matchMedia('(prefers-reduced-motion: reduce)').matches ? START_MS.still : START_MS.moving
}

/** Ends what is shown; free spins that were won start. */
export function closeScreen(run: FreeSpinsRun): void {
  const isBonus = celebration.peek()?.kind === 'bonus'
  batch(() => {
    endCelebration()
    if (isBonus) run.start()
  })
}

/**
 * Shows each celebration once the picture has shown the end of its spin, with a tone and a vibration, and
 * ends it: a banner after its time, the whole screen by the player's tap or after `endsAfter`. A screen waits
 * while something else covers the game; a banner does not. The next spin ends any. The first state that the
 * machine reports is from before the page, so its win is not celebrated.
 */
export function startWins(run: FreeSpinsRun): Dispose {
  const tone = createWinTone()
  let timer: ReturnType<typeof setTimeout> | undefined

  const show = (due: Celebration) => {
    const ms = endsAfter(due, run)
    showCelebration({ ...due, endsAfter: ms })
    const joy = due.kind === 'bonus' ? 'huge' : due.grade
    if (joy === 'big' || joy === 'huge') {
      tone.play(joy)
      vibrateForWin(joy)
    }
    if (ms) timer = setTimeout(end, ms)
  }
  const end = () => {
    if (isCovered()) hide()
    // A run that has ended meanwhile does not start again by itself.
    else if (run.isManual()) endCelebration()
    else closeScreen(run)
  }
  /** `waited`: how long the picture has had, ms. The polls count it: a phone that sleeps stops both. */
  const wait = (due: Celebration, waited = 0) => {
    const covered = isCovered()
    if (covered ? !isScreen(due) : waited > MAX_WAIT_MS) return endCelebration()
    const isSettled = videoBlock.peek() === undefined && waited >= (pictureAge.peek() ?? 0) + SETTLE_MS
    if (isSettled && !covered) return show(due)
    timer = setTimeout(wait, POLL_MS, due, covered ? 0 : waited + POLL_MS)
  }
  const hide = () => {
    clearTimeout(timer)
    showCelebration(undefined)
    const due = dueCelebration.peek()
    if (due) wait(due)
  }

  resetCelebration()
  let isKnown = false
  const stops = [
    effect(() => {
      if (isKnown || !game.value) return
      isKnown = true
      untracked(endCelebration)
    }),
    effect(() => {
      const due = dueCelebration.value
      clearTimeout(timer)
      untracked(() => {
        // Another amount for the same spin replaces the shown one without a gap.
        if (celebration.peek()?.spinId !== due?.spinId) showCelebration(undefined)
        if (due) wait(due)
      })
    }),
    effect(() => {
      const isCut = celebration.value !== undefined && (blockedBy.value === 'held' || locked.value)
      if (pending.value === 'spin') untracked(endCelebration)
      else if (isCut) untracked(hide)
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
    showCelebration(undefined)
    tone.release()
  }
}
