import { parse } from 'regexparam'
import { decodePart } from '../../contract/decode-part.ts'
import { PAGE_ROUTES, type PageName, type PageRoute } from '../../contract/pages.ts'
import { ADMIN, type Auth, ONLY_GUEST, STAFF, USER } from './roles.ts'

export interface AppRoute {
  /** The page (app/SignedInApp.tsx; app/App.tsx for a guest), or the path it redirects to. */
  readonly page: PageName | typeof LOBBY
  readonly auth: Auth
  /** Exists only with the extras switched on. */
  readonly extra: boolean
  /** The values in the path, by their names in the pattern. */
  readonly params: Readonly<Record<string, string | undefined>>
}

const LOBBY = '/lobby'
export const LOGIN = PAGE_ROUTES.login.path
export const NOT_FOUND = PAGE_ROUTES.notFound.path

const AUTH: Readonly<Record<PageRoute['access'], Auth>> = {
  all: undefined,
  guest: ONLY_GUEST,
  user: USER,
  staff: STAFF,
  admin: ADMIN,
}
const ROWS: readonly (readonly [AppRoute['page'], Omit<PageRoute, 'menu'>])[] = [
  [LOBBY, { path: '/', access: 'user' }],
  [LOBBY, { path: '/game', access: 'all' }],
  ...(Object.entries(PAGE_ROUTES) as [PageName, PageRoute][]),
]

/**
 * wouter's pattern parser, for a path as it is in the address. Ignores letter case and a trailing slash. Each
 * value is decoded separately. wouter decodes the whole path, which keeps `%2F`, and leaves the whole path
 * encoded if one segment is invalid.
 */
export function parsePattern(path: string, loose?: boolean) {
  const { keys, pattern } = parse(path, loose)
  const exec = (pathname: string) => {
    const found = pattern.exec(pathname)
    found?.forEach((part, at) => {
      if (at && part) found[at] = decodePart(part)
    })
    return found
  }
  return { keys, pattern: { exec } }
}

/** Every route. A path that matches none is not found. */
export const ROUTES = ROWS.map(([page, { path, access, extra = false }]) => ({
  page,
  auth: AUTH[access],
  extra,
  ...parsePattern(path),
}))

/**
 * The route of a path, for the first screen and for code outside components. Finds the same route as wouter's
 * `matchRoute`, without the rest of wouter and the React layer, which the first screen does not load.
 */
export function findRoute(pathname: string): AppRoute | undefined {
  for (const { keys, pattern, ...route } of ROUTES) {
    const values = pattern.exec(pathname)
    if (values) return { ...route, params: Object.fromEntries(keys.map((key, at) => [key, values[at + 1]])) }
  }
  return undefined
}
