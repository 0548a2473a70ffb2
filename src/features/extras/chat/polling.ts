import { effect, type ReadonlySignal, untracked } from '@preact/signals-react'
import { type Dispose, disposeAll } from '../../../contract/result.ts'
import { createLatest } from '../../../core/stale-answers.ts'
import { toggles } from '../quick-panel/state.ts'
import { panel } from '../state.ts'
import { playerId } from '../visibility.ts'
import { closeChat, loadContacts, openChat, refreshChat } from './actions.ts'
import { sentCount } from './state.ts'

/** The poll interval while the chat is open, ms; the server does not push messages. */
export const POLL_INTERVAL_MS = 6000
/** The delay of the first poll after a message was sent, ms. */
export const FIRST_POLL_MS = 1500
/** The duration of polling after a sent message, also with the chat closed, ms. */
export const POLL_AFTER_SEND_MS = 60_000

const visible = () => document.visibilityState === 'visible'

/**
 * Polls for new messages: once after the login (if notifications are on), while the chat is open, and for a
 * while after a sent message. Pauses while the page is hidden or `suspended` (in a game, behind the lock).
 */
export function startChatPolling(suspended: ReadonlySignal<boolean>): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined
  const polls = createLatest()
  let polling = false
  let pollUntil = 0
  const isActive = () => playerId.peek() !== undefined && !suspended.peek() && visible()
  const isOpen = () => panel.peek() === 'chat'
  const shouldPoll = () =>
    isActive() && (isOpen() || (performance.now() < pollUntil && toggles.peek().notifications))

  const schedule = (ms: number) => {
    clearTimeout(timer)
    timer = shouldPoll() ? setTimeout(poll, ms) : undefined
  }
  const poll = async () => {
    if (polling || !shouldPoll()) return
    polling = true
    const mark = polls.mark()
    await refreshChat()
    polling = false
    if (polls.isStale(mark)) return
    schedule(POLL_INTERVAL_MS)
  }
  const onVisible = () => {
    clearTimeout(timer)
    void poll()
  }
  document.addEventListener('visibilitychange', onVisible)

  const stopAll = disposeAll([
    effect(() => {
      const id = playerId.value
      pollUntil = 0
      if (id !== undefined && untracked(() => toggles.value.notifications && isActive())) void loadContacts()
    }),
    effect(() => {
      if (panel.value !== 'chat') return undefined
      untracked(() => {
        void openChat()
        schedule(POLL_INTERVAL_MS)
      })
      return closeChat
    }),
    effect(() => {
      if (!suspended.value) untracked(() => void poll())
    }),
    effect(() => {
      if (sentCount.value === 0) return
      pollUntil = performance.now() + POLL_AFTER_SEND_MS
      untracked(() => schedule(FIRST_POLL_MS))
    }),
  ])
  return () => {
    polls.invalidate()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
    stopAll()
  }
}
