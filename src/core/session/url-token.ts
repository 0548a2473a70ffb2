/** The property is not enumerable; the token is in neither the document nor any storage. */
const PROPERTY = 'reelcastToken'

/** Stores the address's token on `window` until `takeUrlToken`. */
export function keepUrlToken(token: string): void {
  Object.defineProperty(window, PROPERTY, { value: token, configurable: true })
}

/**
 * Moves the token out of the page's address (`url`, as `?token=`). The page's first script calls it before
 * any request. Returns the token; undefined if the address has no `token`.
 */
export function moveUrlToken(url: URL): string | undefined {
  const token = url.searchParams.get('token')
  if (token === null) return undefined
  url.searchParams.delete('token')
  history.replaceState(history.state, '', url)
  if (token) keepUrlToken(token)
  return token
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
