/**
 * Every page of the app. What else a page has is in tables over its name that do not compile without an entry: its
 * title and its place in the menu (core/router/nav-items.ts), its icon there (core/router/nav-icons.tsx) and its
 * component (app/OtherPages.tsx). Apart, because the first screen holds this one. CONTRIBUTING.md lists the files.
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
  /** `:name` is a part of the address, `?` makes it optional. The platform answers it with index.html. */
  path: `/${string}`
  /** Who may see it: guests and players, guests alone, or players from this role on. */
  access: 'all' | 'guest' | 'user' | 'staff' | 'admin'
  /** Exists only with the extras switched on. */
  extra?: boolean
}

export type PageName = keyof typeof PAGE_ROUTES

/** The first part of the address of each page that is a player's: a guest sees the login there. */
export const playerPages = (): readonly string[] =>
  Object.values(PAGE_ROUTES)
    .filter(({ access }) => access === 'user')
    .map(({ path }) => path.split('/', 2)[1] ?? '')
