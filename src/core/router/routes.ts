import { PAGE_ROUTES, type PageName, type PageRoute } from '../../contract/routes.ts'
import { ADMIN, type Auth, ONLY_GUEST, STAFF, USER } from './roles.ts'

export interface AppRoute {
  /** The page (app/SignedInApp.tsx; app/App.tsx for a guest), or the path it redirects to. */
  readonly page: PageName | typeof LOBBY
  readonly path: RegExp
  readonly auth: Auth
  /** Exists only with the extras switched on. */
  readonly extra: boolean
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
const ROWS: readonly (readonly [AppRoute['page'], Omit<PageRoute, 'path'> & { path: string }])[] = [
  [LOBBY, { path: '', access: 'user' }],
  [LOBBY, { path: '/game', access: 'all' }],
  ...(Object.entries(PAGE_ROUTES) as [PageName, PageRoute][]),
]

/**
 * All routes, with "/a/:b/:c?" as a pattern. Letter case and a trailing slash are ignored. Other paths are
 * not found.
 */
export const ROUTES: readonly AppRoute[] = ROWS.map(([page, { path, access, extra = false }]) => ({
  page,
  path: RegExp(`^${path.replace(/\/:(\w+)(\??)/g, '(?:/(?<$1>[^/]+))$2')}/?$`, 'i'),
  auth: AUTH[access],
  extra,
}))

export function findRoute(pathname: string): AppRoute | undefined {
  return ROUTES.find(({ path }) => path.test(pathname))
}

/** The pages without a title of their own: their title is the name in the path, else the app's name. */
type UntitledPage = 'game' | 'login' | 'callback' | 'adminExample' | 'staffExample' | 'guestExample'

/** The key of a page's title, which the menu shows too. A page without a title does not compile. */
export const titleKey = (page: string) => `shell.${page}` as `shell.${Exclude<PageName, UntitledPage>}`
