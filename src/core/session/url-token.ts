/**
 * The property of `window` where the page's first script stores the address's token. The script removes the
 * token from the address before any request; a property that is not enumerable is neither in the document nor
 * in any storage.
 */
export const URL_TOKEN_PROPERTY = 'reelcastToken'

/** Whether the address had a token that was not used yet. */
export function hasUrlToken(): boolean {
  return URL_TOKEN_PROPERTY in window
}

/** Returns the token of the address (`?token=`) and removes it from the page. */
export function takeUrlToken(): string | undefined {
  const token: unknown = Reflect.get(window, URL_TOKEN_PROPERTY)
  Reflect.deleteProperty(window, URL_TOKEN_PROPERTY)
  return typeof token === 'string' && token ? token : undefined
}
