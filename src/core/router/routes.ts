import { ADMIN, type Auth, ONLY_GUEST, STAFF, USER } from './roles.ts'

/** The pages; those with a title have it as `shell.<name>`. */
export type PageName =
  | 'home'
  | 'game'
  | 'profile'
  | 'sessions'
  | 'transactions'
  | 'login'
  | 'callback'
  | 'logout'
  | 'notFound'
  | 'crash'
  | 'adminExample'
  | 'staffExample'
  | 'guestExample'

export interface RouteRow {
  /** What is drawn there (shell/Inside.tsx; App.tsx for who is not logged in), or where it leads instead. */
  readonly page: PageName | typeof LOBBY
  readonly path: RegExp
  readonly auth: Auth
  /** There only with the extras switched on. */
  readonly extra: boolean
}

const LOBBY = '/lobby'
export const LOGIN = '/login'
export const NOT_FOUND = '/pages/errors/error-404'

/** "/a/:b/:c?" as a pattern; letter case and a slash at the end make no difference. */
const row = (page: RouteRow['page'], path: string, auth?: Auth, extra = false): RouteRow => ({
  page,
  path: RegExp(`^${path.replace(/\/:(\w+)(\??)/g, '(?:/(?<$1>[^/]+))$2')}/?$`, 'i'),
  auth,
  extra,
})

/**
 * Every route there is, and who may see it. Small, because the first screen holds it: patterns here, pages in
 * chunks of their own. Whatever matches no row is not found.
 */
export const ROUTES: readonly RouteRow[] = [
  row(LOBBY, '', USER),
  row('home', '/lobby/:id?/:name?', USER),
  row('game', '/game/:gameId/:name?', USER),
  row(LOBBY, '/game'),
  row('profile', '/profile/:profileId?', USER),
  row('sessions', '/slot-sessions', USER),
  row('transactions', '/transactions', USER),
  row('login', LOGIN, ONLY_GUEST),
  row('callback', '/callback', ONLY_GUEST),
  row('logout', '/logout', USER),
  row('notFound', NOT_FOUND),
  row('crash', '/pages/errors/error-500'),
  row('adminExample', '/auth/admin-role-example', ADMIN, true),
  row('staffExample', '/auth/staff-role-example', STAFF, true),
  row('guestExample', '/auth/guest-role-example', ONLY_GUEST, true),
]

/** The row that a path belongs to. */
export function findRoute(pathname: string): RouteRow | undefined {
  return ROUTES.find(({ path }) => path.test(pathname))
}
