/** Not enumerable, so that the token is neither in the document nor in any storage. */
const PROPERTY = 'reelcastToken'

/** Keeps the token of the address in the page, until `takeUrlToken`. */
export function keepUrlToken(token: string): void {
  Object.defineProperty(window, PROPERTY, { value: token, configurable: true })
}

/**
 * Moves the token out of the page's address (`url`, as `?token=`); the page's first script calls it before
 * anything is requested. Returns the token; undefined where the address has no `token`.
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

/** The token that was in the address, once: the page forgets it. */
export function takeUrlToken(): string | undefined {
  const token: unknown = Reflect.get(window, PROPERTY)
  Reflect.deleteProperty(window, PROPERTY)
  return typeof token === 'string' && token ? token : undefined
}
