import { findRoute } from './routes.ts'

/** Decodes a segment; a wrongly encoded one is returned unchanged. */
function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** The parameters of a path, by their names in its route. */
export function routeParams(pathname: string): Partial<Record<string, string>> {
  const groups = findRoute(pathname)?.path.exec(pathname)?.groups ?? {}
  const given = Object.entries(groups).filter(([, part]) => part !== undefined)
  return Object.fromEntries(given.map(([name, part]) => [name, decodeSegment(part)]))
}
