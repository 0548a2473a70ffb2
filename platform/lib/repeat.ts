import type { Clock } from './clock.ts'

/**
 * Runs `work` now and `ms` after each end of it. A failure is passed to `onError` and does not stop the
 * repetition. Returns the stop function, which waits for running work.
 */
export function repeat(
  work: () => Promise<unknown>,
  ms: number,
  clock: Clock,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running = Promise.resolve()
  let cancel = () => {}
  let stopped = false
  function run(): void {
    running = work()
      .catch(onError)
      .then(() => {
        if (!stopped) cancel = clock.after(ms, run)
      })
  }
  run()
  return () => {
    stopped = true
    cancel()
    return running
  }
}
