/** Whether a text is a URL whose percent signs all encode UTF-8: programs decode its path or its password. */
export function isDecodableUrl(text: string): boolean {
  try {
    decodeURIComponent(new URL(text).href)
    return true
  } catch {
    return false
  }
}
