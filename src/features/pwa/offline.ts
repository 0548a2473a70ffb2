import { probe } from './actions.ts'
import { offline, setOnline } from './state.ts'

/** The server is asked again after so long, and each time later, up to `SLOWEST_MS`. */
const MIN_RETRY_MS = 2_000
const MAX_RETRY_MS = 30_000

/**
 * Follows whether the server can be reached, and while it can not asks again by itself. It is asked only where there
 * is reason to doubt it: the browser says so, or the page may have been opened without it. Gives the way out.
 */
export function watchNetwork(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (wait: number) => {
    clearTimeout(timer)
    await probe()
    clearTimeout(timer)
    if (offline.peek()) timer = setTimeout(() => ask(Math.min(wait * 2, MAX_RETRY_MS)), wait)
  }
  const gone = () => {
    setOnline(false)
    void ask(MIN_RETRY_MS)
  }
  const back = () => void ask(MIN_RETRY_MS)
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
