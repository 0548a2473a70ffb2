import { effect, type ReadonlySignal, untracked } from '@preact/signals-react'
import { toggles } from '../quick-panel/state.ts'
import { panel } from '../state.ts'
import { playerId } from '../visibility.ts'
import { closeChat, loadContacts, openChat, refreshChat } from './actions.ts'
import { sentCount } from './state.ts'

/** From one look to the next while the chat is open, ms: nobody is told of a message, so it is asked for. */
export const POLL_INTERVAL_MS = 6000
/** The first look after a message went out, ms. */
export const FIRST_POLL_MS = 1500
/** So long after the last message went out its answer is looked for, also when the chat was closed, ms. */
export const POLL_AFTER_SEND_MS = 60_000

/** Is the page before somebody's eyes? */
const visible = () => document.visibilityState === 'visible'

/**
 * Looks who has written: once when a player arrives who wants to be told, again and again while the chat is open,
 * and for a while after they wrote themselves. Never while the page is hidden or `away` (in a game, under the lock).
 * One look at a time. Gives a way to stop.
 */
export function startChatPolling(away: ReadonlySignal<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let looking = false
  let until = 0
  const here = () => playerId.peek() !== undefined && !away.peek() && visible()
  const isOpen = () => panel.peek() === 'chat'
  const wanted = () => here() && (isOpen() || (Date.now() < until && toggles.peek().notifications))

  const next = (ms: number) => {
    clearTimeout(timer)
    timer = wanted() ? setTimeout(look, ms) : undefined
  }
  const look = async () => {
    if (looking || !wanted()) return
    looking = true
    await refreshChat()
    looking = false
    next(POLL_INTERVAL_MS)
  }
  const onVisible = () => {
    clearTimeout(timer)
    void look()
  }
  document.addEventListener('visibilitychange', onVisible)

  const stops = [
    // Who arrives is told once what waits for them.
    effect(() => {
      const who = playerId.value
      until = 0
      if (who !== undefined && untracked(() => toggles.value.notifications && here())) void loadContacts()
    }),
    effect(() => {
      if (panel.value !== 'chat') return undefined
      untracked(() => {
        void openChat()
        next(POLL_INTERVAL_MS)
      })
      return closeChat
    }),
    // Back from under the lock.
    effect(() => {
      if (!away.value) untracked(() => void look())
    }),
    effect(() => {
      if (sentCount.value === 0) return
      until = Date.now() + POLL_AFTER_SEND_MS
      untracked(() => next(FIRST_POLL_MS))
    }),
  ]
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisible)
    for (const stop of stops) stop()
  }
}
