import type { StorageKey } from './keys.ts'
import { type Area, fallbackStore, write } from './storage.ts'

/** Removes every stored text but those whose keys are to be kept. */
export function wipeStorage(where: Area, isKept: (key: string) => boolean): void {
  const keys: string[] = [...fallbackStore[where].keys()]
  try {
    keys.push(...Object.keys(where === 'local' ? window.localStorage : window.sessionStorage))
  } catch {
    // Blocked storage holds nothing.
  }
  // A key of an older release is as good as one of today's.
  for (const key of keys) if (!isKept(key)) write(where, key as StorageKey, undefined)
}
