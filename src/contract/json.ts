/** Text that is not JSON, such as the page of a captive portal. No schema of an answer accepts it. */
const NOT_JSON = Symbol('not JSON')

/** The JSON of an answer's body; undefined if the body is empty. */
export function parseBody(text: string): unknown {
  const value = fromJson(text)
  return value === undefined && text.trim() ? NOT_JSON : value
}

/** Parses JSON; undefined for any other text. Never throws. */
export function fromJson(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
