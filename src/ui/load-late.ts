import { type Lazy, loadedOf } from './lazy.tsx'

/** The pause before a module is loaded again triples, from MIN_RETRY_MS to MAX_RETRY_MS. */
const MIN_RETRY_MS = 1_000
const MAX_RETRY_MS = 30_000

/**
 * Loads a module again after each failure, until it has loaded; undefined once `isStopped`. `onFailed` gets
 * the number of failures after each pause: not every browser fetches a failed module again.
 */
export async function loadLate<T>(
  module: Lazy<T>,
  isStopped: () => boolean = () => false,
  onFailed?: (failures: number) => unknown,
): Promise<T | undefined> {
  for (let failures = 1; !isStopped(); failures++) {
    await module.preload()
    const loaded = loadedOf(module)
    if (loaded) return loaded
    const pause = Math.min(MIN_RETRY_MS * 3 ** (failures - 1), MAX_RETRY_MS)
    await new Promise((done) => setTimeout(done, pause))
    await onFailed?.(failures)
  }
  return undefined
}
