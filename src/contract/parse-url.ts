/**
 * The URL that `text` names, relative to `base`; undefined if it names none. Safari knows `URL.canParse` from
 * version 17 and `URL.parse` from version 18 on.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
