import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { toast } from '../../../ui/toast.ts'
import { game, unrecordedStates } from '../play/state.ts'
import { isScreen } from './grade.ts'
import { createOutcomeText } from './outcome-text.ts'
import { announce, announcement, celebration, dueCelebration } from './state.ts'

/** Minimum time between two messages, ms. */
export const MIN_GAP_MS = 1000
/** The longest time that a message waits for the screen of its win, ms. */
export const MAX_SCREEN_WAIT_MS = 900

/**
 * Announces each spin's outcome to screen readers, and other messages of the game. While one waits, a newer
 * one replaces it. A screen moves the focus, which would interrupt the message: it waits for the screen.
 */
export function startAnnouncing(): Dispose {
  const outcomeText = createOutcomeText()
  // A spin may have ended while this code was loading.
  outcomeText(unrecordedStates.peek()[0])
  let timer: ReturnType<typeof setTimeout> | undefined
  let nextAt = 0
  const show = (message: string) => {
    nextAt = performance.now() + MIN_GAP_MS
    announce('')
    toast(message, { unseen: true })
  }
  const stops = [
    effect(() => {
      const message = outcomeText(game.value)
      if (message) untracked(() => announce(message))
    }),
    effect(() => {
      const { message, since } = announcement.value
      const due = dueCelebration.value
      const isScreenDue = due !== undefined && isScreen(due) && !celebration.value
      clearTimeout(timer)
      if (!message) return
      const at = Math.max(nextAt, isScreenDue ? since + MAX_SCREEN_WAIT_MS : 0)
      const ms = at - performance.now()
      if (ms > 0) timer = setTimeout(show, ms, message)
      else untracked(() => show(message))
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
    announce('')
  }
}
