/** What this text holds as JSON; undefined where it is none. Never throws. */
export function fromJson(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
