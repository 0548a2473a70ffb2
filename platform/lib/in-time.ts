import type { Clock } from './clock.ts'

/** The value of `work`; undefined if it fails or takes longer than `ms`. */
export async function inTime<T>(work: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  let cancel = () => {}
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.after(ms, () => resolve(undefined))
  })
  try {
    return await Promise.race([work, late])
  } catch {
    return undefined
  } finally {
    cancel()
  }
}
