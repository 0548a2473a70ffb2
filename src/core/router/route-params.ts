import { findRoute } from './routes.ts'

/** A part of an address as it was meant; as it stands where it is encoded wrongly. */
function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The values in a path of the address, by the names that its route gives them. */
export function routeParams(pathname: string): Partial<Record<string, string>> {
  const groups = findRoute(pathname)?.path.exec(pathname)?.groups ?? {}
  const given = Object.entries(groups).filter(([, part]) => part !== undefined)
  return Object.fromEntries(given.map(([name, part]) => [name, decodeSegment(part)]))
}
