/**
 * Where index.html leaves the token that was in the page's address. It took it out of there before anything was
 * fetched; a property that is not enumerable is neither in the document nor in any storage.
 */
export const URL_TOKEN_PROPERTY = 'reelcastToken'

/** Whether the address had a token that is not taken yet. */
export function hasUrlToken(): boolean {
  return URL_TOKEN_PROPERTY in window
}

/** The token that was in the address (`?token=`): given once, and gone from the page with that. */
export function takeUrlToken(): string | undefined {
  const token: unknown = Reflect.get(window, URL_TOKEN_PROPERTY)
  Reflect.deleteProperty(window, URL_TOKEN_PROPERTY)
  return typeof token === 'string' && token ? token : undefined
}
