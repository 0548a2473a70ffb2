import { decodePart } from './decode-part.ts'

/**
 * Removes a parameter from the query of `url`, and returns its value; undefined without one. The value is
 * opaque text: `+` is no space, as it would be in a form's data. The rest of the query stays as it is.
 */
export function takeParameter(url: URL, name: string): string | undefined {
  const parts = url.search.slice(1).split('&')
  const isNamed = (part: string) => decodePart(part.replace(/=.*/, '')) === name
  const found = parts.find(isNamed)
  url.search = parts.filter((part) => !isNamed(part)).join('&')
  return found && decodePart(found.replace(/[^=]*=?/, ''))
}
