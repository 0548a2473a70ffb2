import { settings } from '../core/settings/settings.ts'
import { createLatest } from '../core/stale-answers.ts'
import { refreshLobby } from '../features/lobby/actions.ts'
import { fetchBalance } from '../features/wallet/actions.ts'
import { balance } from '../features/wallet/state.ts'

/** A timer of more than 24 days fires at once. */
const MAX_POLL_MS = 24 * 60 * 60_000

export const refresh = () => Promise.all([fetchBalance(), refreshLobby()])

/** Fetches the balance and the lobby again and again, while no notification brings them. */
export function createPolling() {
  const polls = createLatest()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    stop() {
      polls.invalidate()
      clearTimeout(timer)
    },
    start() {
      const mark = polls.begin()
      // A poll replaces the requests before it: one that did not wait for their answers would never get any
      // on a slow line.
      const pollSoon = () => {
        if (!polls.isStale(mark))
          timer = setTimeout(
            () => void refresh().then(pollSoon),
            Math.min(settings.peek().lobbyUpdateInterval * 1000, MAX_POLL_MS),
          )
      }
      pollSoon()
      // Without a network the poll fails at once, and the page shows it.
      if (!navigator.onLine) void refresh()
      // No answer of the channel will tell it.
      else if (balance.peek() === undefined) void fetchBalance()
    },
  }
}
