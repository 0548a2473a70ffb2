export type Area = 'local' | 'session'

/** What the browser did not take, or (undefined) did not give up: gone with the page. For session/wipe.ts alone. */
export const memory = {
  local: new Map<string, string | undefined>(),
  session: new Map<string, string | undefined>(),
}

const area = (name: Area): Storage => (name === 'local' ? window.localStorage : window.sessionStorage)

/** A stored text. Blocked storage reads from memory; never throws. */
export function read(where: Area, key: string): string | undefined {
  if (memory[where].has(key)) return memory[where].get(key)
  try {
    return area(where).getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

function remove(where: Area, key: string): void {
  try {
    area(where).removeItem(key)
  } catch {
    memory[where].set(key, undefined)
  }
}

/** Stores a text, or removes it when undefined. Storage that is blocked or full falls back to memory. */
export function write(where: Area, key: string, value: string | undefined): void {
  memory[where].delete(key)
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
  memory[where].set(key, value)
}
