/** The property is not enumerable; the token is in neither the document nor any storage. */
const PROPERTY = 'reelcastToken'

/** Stores the address's token on `window` until `takeUrlToken`. */
export function keepUrlToken(token: string): void {
  Object.defineProperty(window, PROPERTY, { value: token, configurable: true })
}

/** Whether the address had a token that was not used yet. */
export function hasUrlToken(): boolean {
  return PROPERTY in window
}

/** Returns the token of the address once, and removes it from the page. */
export function takeUrlToken(): string | undefined {
  const token: unknown = Reflect.get(window, PROPERTY)
  Reflect.deleteProperty(window, PROPERTY)
  return typeof token === 'string' && token ? token : undefined
}
