import { probe } from './actions.ts'
import { offline, reached } from './state.ts'

/** The server is asked again after so long, and each time later, up to `SLOWEST_MS`. */
const FIRST_MS = 2_000
const SLOWEST_MS = 30_000

/**
 * Follows whether the server can be reached, and while it can not asks again by itself. It is asked only where there
 * is reason to doubt it: the browser says so, or the page may have been opened without it. Gives the way out.
 */
export function followNetwork(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (wait: number) => {
    clearTimeout(timer)
    await probe()
    clearTimeout(timer)
    if (offline.peek()) timer = setTimeout(() => ask(Math.min(wait * 2, SLOWEST_MS)), wait)
  }
  const gone = () => {
    reached(false)
    void ask(FIRST_MS)
  }
  const back = () => void ask(FIRST_MS)
  window.addEventListener('offline', gone)
  window.addEventListener('online', back)
  if (!navigator.onLine) gone()
  else if (navigator.serviceWorker?.controller) back()
  return () => {
    clearTimeout(timer)
    window.removeEventListener('offline', gone)
    window.removeEventListener('online', back)
  }
}
