/**
 * Every page of the app, in the order of the menu. This table is part of the first screen. Other tables,
 * keyed by the page's name, hold its title (the catalogues), its icon in the menu (core/router/nav-icons.tsx)
 * and its component (app/SecondaryRoutes.tsx); a missing entry does not compile. docs/recipes.md lists the
 * files.
 */
export const PAGE_ROUTES = {
  home: { path: '/lobby/:id?/:name?', access: 'user', menu: true },
  game: { path: '/game/:gameId/:name?', access: 'user', menu: false },
  profile: { path: '/profile/:profileId?', access: 'user', menu: true },
  sessions: { path: '/slot-sessions', access: 'user', menu: true },
  transactions: { path: '/transactions', access: 'user', menu: true },
  login: { path: '/login', access: 'guest', menu: false },
  callback: { path: '/callback', access: 'guest', menu: false },
  // Always the last entry of the menu, after the operator's.
  logout: { path: '/logout', access: 'user', menu: true },
  notFound: { path: '/pages/errors/error-404', access: 'all', menu: false },
  crash: { path: '/pages/errors/error-500', access: 'all', menu: false },
  adminExample: { path: '/auth/admin-role-example', access: 'admin', menu: false, extra: true },
  staffExample: { path: '/auth/staff-role-example', access: 'staff', menu: false, extra: true },
  guestExample: { path: '/auth/guest-role-example', access: 'guest', menu: false, extra: true },
} as const satisfies Record<string, PageRoute>

export interface PageRoute {
  /**
   * wouter's pattern: `:name` is one segment, `?` makes it optional. The platform serves index.html at this
   * path.
   */
  path: `/${string}`
  /** The permitted users: everyone, guests only, or players with this role or a higher one. */
  access: 'all' | 'guest' | 'user' | 'staff' | 'admin'
  /** Whether the menu and the search list the page, under its title. */
  menu: boolean
  /** Exists only with the extras switched on. */
  extra?: boolean
}

export type PageName = keyof typeof PAGE_ROUTES

type FirstPartOf<Path> = Path extends `/${infer Part}/${string}`
  ? Part
  : Path extends `/${infer Part}`
    ? Part
    : never
/** The first segment of a page's path: 'game' for '/game/:gameId/:name?'. */
export type FirstPart = FirstPartOf<(typeof PAGE_ROUTES)[PageName]['path']>

/** Whether a path is the logout's. Ignores letter case and a trailing slash. */
export const isLogoutPath = (pathname: string): boolean => /^\/logout\/?$/i.test(pathname)

/** The first path segment of each page for players. A guest sees the login at these addresses. */
export const playerPages = (): readonly string[] =>
  Object.values(PAGE_ROUTES)
    .filter(({ access }) => access === 'user')
    .map(({ path }) => path.split('/', 2)[1] ?? '')
