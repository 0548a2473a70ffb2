import type { StorageKey } from './keys.ts'

export type Area = 'local' | 'session'

/** What the browser did not store, or (undefined) did not remove: gone with the page. For core/session/wipe.ts alone. */
export const fallbackStore = {
  local: new Map<StorageKey, string | undefined>(),
  session: new Map<StorageKey, string | undefined>(),
}

const area = (name: Area): Storage => (name === 'local' ? window.localStorage : window.sessionStorage)

/** A stored text. Blocked storage reads from memory; never throws. */
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

/** Stores a text, or removes it when undefined. Storage that is blocked or full falls back to memory. */
export function write(where: Area, key: StorageKey, value: string | undefined): void {
  fallbackStore[where].delete(key)
  if (value === undefined) {
    remove(where, key)
    return
  }
  try {
    area(where).setItem(key, value)
    if (area(where).getItem(key) === value) return
  } catch {
    // As where it was taken and is not given back.
  }
  // What was there before must not outlive the page in its place.
  remove(where, key)
  fallbackStore[where].set(key, value)
}
