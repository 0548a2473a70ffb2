import type { Dispose } from '../../contract/result.ts'
import { createLatest } from '../stale-answers.ts'
import { listen } from './activity.ts'

/** Keeps the screen on until disposed, and requests that again when the browser ends it. */
export function startWakeLock(): Dispose {
  const requests = createLatest()
  let held: WakeLockSentinel | undefined
  const request = async () => {
    if (document.hidden || (held && !held.released)) return
    const mark = requests.begin()
    const lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
    if (requests.isStale(mark)) return void lock?.release()
    held = lock
    held?.addEventListener('release', request, { once: true })
  }
  void request()
  // Some browsers refuse it before the first touch: the next touch requests it again.
  const stopListening = listen(document, ['visibilitychange', 'fullscreenchange', 'pointerup'], request)
  return () => {
    requests.invalidate()
    stopListening()
    held?.removeEventListener('release', request)
    void held?.release()
  }
}
