/**
 * Where index.html leaves the token that was in the page's address. It took it out of there before anything was
 * fetched; a property that nobody lists is neither in the document nor in any storage.
 */
export const PLACE = 'reelcastToken'

/** Did somebody come with a token in the address that nobody has taken yet? */
export function entryWaits(): boolean {
  return PLACE in window
}

/** The token that was in the address (`?token=`): given once, and gone from the page with that. */
export function takeEntryToken(): string | undefined {
  const token: unknown = Reflect.get(window, PLACE)
  Reflect.deleteProperty(window, PLACE)
  return typeof token === 'string' && token ? token : undefined
}
