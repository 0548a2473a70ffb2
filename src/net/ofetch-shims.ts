/*
 * What ofetch takes from its two helper libraries (ufo and destr), as much of it as this app uses. Vite puts this
 * in their place: as they are they weigh twice what ofetch does.
 */

/** A path below a base that has no slash at its end. */
export const withBase = (path: string, base: string): string => base + path

/** A path with its query; values that are not given are left out. */
export function withQuery(path: string, query: Record<string, unknown>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length
    ? `${path}?${new URLSearchParams(given.map(([key, value]) => [key, String(value)]))}`
    : path
}

/** What is no JSON is nothing; the schema of the call then says so. */
export default function destr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
