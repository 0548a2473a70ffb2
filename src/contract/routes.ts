/**
 * All pages of the app. Other tables over these names do not compile without an entry: title and menu
 * (core/router/nav-items.ts), icon (core/router/nav-icons.tsx) and component (app/OtherPages.tsx). They are
 * separate because the first screen needs only this one. CONTRIBUTING.md lists the files of a new page.
 */
export const PAGE_ROUTES = {
  home: { path: '/lobby/:id?/:name?', access: 'user' },
  game: { path: '/game/:gameId/:name?', access: 'user' },
  profile: { path: '/profile/:profileId?', access: 'user' },
  sessions: { path: '/slot-sessions', access: 'user' },
  transactions: { path: '/transactions', access: 'user' },
  login: { path: '/login', access: 'guest' },
  callback: { path: '/callback', access: 'guest' },
  logout: { path: '/logout', access: 'user' },
  notFound: { path: '/pages/errors/error-404', access: 'all' },
  crash: { path: '/pages/errors/error-500', access: 'all' },
  adminExample: { path: '/auth/admin-role-example', access: 'admin', extra: true },
  staffExample: { path: '/auth/staff-role-example', access: 'staff', extra: true },
  guestExample: { path: '/auth/guest-role-example', access: 'guest', extra: true },
} as const satisfies Record<string, PageRoute>

export interface PageRoute {
  /** `:name` is a parameter, `?` makes it optional. The platform answers these paths with index.html. */
  path: `/${string}`
  /** The permitted users: everyone, guests only, or players with this role or a higher one. */
  access: 'all' | 'guest' | 'user' | 'staff' | 'admin'
  /** Exists only with the extras switched on. */
  extra?: boolean
}

export type PageName = keyof typeof PAGE_ROUTES

type FirstPartOf<Path> = Path extends `/${infer Part}/${string}`
  ? Part
  : Path extends `/${infer Part}`
    ? Part
    : never
/** The first part of a page's path: of '/game/:gameId/:name?' it is 'game'. */
export type FirstPart = FirstPartOf<(typeof PAGE_ROUTES)[PageName]['path']>

/** Whether a path is the logout's; letter case and a slash at the end make no difference. */
export const isLogoutPath = (pathname: string): boolean => /^\/logout\/?$/i.test(pathname)

/** The first part of the address of each page that is a player's: a guest sees the login there. */
export const playerPages = (): readonly string[] =>
  Object.values(PAGE_ROUTES)
    .filter(({ access }) => access === 'user')
    .map(({ path }) => path.split('/', 2)[1] ?? '')
