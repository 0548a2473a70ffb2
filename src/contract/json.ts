/** Parses JSON; undefined for any other text. Never throws. */
export function fromJson(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
