type Area = 'local' | 'session'

/** What is kept where the browser keeps nothing: gone with the page. */
const memory = new Map<string, string>()

const area = (name: Area): Storage => (name === 'local' ? window.localStorage : window.sessionStorage)

/** A stored text. Blocked storage reads from memory; never throws. */
export function read(where: Area, key: string): string | undefined {
  const kept = memory.get(`${where} ${key}`)
  if (kept !== undefined) return kept
  try {
    return area(where).getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text, or removes it when undefined. Storage that is blocked or full falls back to memory. */
export function write(where: Area, key: string, value: string | undefined): void {
  memory.delete(`${where} ${key}`)
  try {
    if (value === undefined) area(where).removeItem(key)
    else area(where).setItem(key, value)
  } catch {
    if (value !== undefined) memory.set(`${where} ${key}`, value)
  }
}
