import type { StorageKey } from './keys.ts'

export type Area = 'local' | 'session'

/**
 * Values that the browser did not store or (undefined) did not remove; gone with the page. Exported for
 * core/session/wipe.ts only.
 */
export const fallbackStore = {
  local: new Map<StorageKey, string | undefined>(),
  session: new Map<StorageKey, string | undefined>(),
}

const area = (name: Area): Storage => window[`${name}Storage`]

/** Reads a value. Falls back to memory where storage is blocked; never throws. */
export function read(where: Area, key: StorageKey): string | undefined {
  if (fallbackStore[where].has(key)) return fallbackStore[where].get(key)
  try {
    return area(where).getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function remove(where: Area, key: StorageKey): void {
  try {
    area(where).removeItem(key)
  } catch {
    fallbackStore[where].set(key, undefined)
  }
}

/**
 * Stores a value, or removes it (undefined). Returns false where storage is blocked or full: the value is
 * then kept in memory.
 */
export function write(where: Area, key: StorageKey, value: string | undefined): boolean {
  fallbackStore[where].delete(key)
  if (value === undefined) {
    remove(where, key)
    return true
  }
  try {
    area(where).setItem(key, value)
    if (area(where).getItem(key) === value) return true
  } catch {
    // Handled below, like a value that the browser silently dropped.
  }
  // The older value must not be read again after a reload.
  remove(where, key)
  fallbackStore[where].set(key, value)
  return false
}
