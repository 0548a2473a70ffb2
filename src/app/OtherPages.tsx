import type { ComponentType } from 'react'
import type { PageName } from '../contract/routes.ts'
import type { AppRoute } from '../core/router/routes.ts'
import { type LazyComponent, LazyPart, lazyComponent } from '../ui/lazy-component.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

const lazy = (load: () => Promise<ComponentType>) => lazyComponent(load)
const extra = (name: 'AdminExample' | 'StaffExample' | 'GuestExample') =>
  lazy(() => import('../features/extras/RoleExamples.tsx').then((module) => module[name]))

/** The pages that App.tsx and SignedInApp.tsx draw themselves. */
type MainPage = 'home' | 'game' | 'login' | 'callback' | 'logout' | 'notFound' | 'crash'

/** The other pages, each in a chunk of its own. */
const PAGES: Readonly<Record<Exclude<PageName, MainPage>, LazyComponent<object>>> = {
  profile: lazy(() => import('../features/account/ProfilePage.tsx').then((module) => module.ProfilePage)),
  sessions: lazy(() => import('../features/account/SessionsPage.tsx').then((module) => module.SessionsPage)),
  transactions: lazy(() =>
    import('../features/account/TransactionsPage.tsx').then((module) => module.TransactionsPage),
  ),
  adminExample: extra('AdminExample'),
  staffExample: extra('StaffExample'),
  guestExample: extra('GuestExample'),
}

/** One of them; what is none of them does not exist. */
export function OtherPages({ page }: { page: AppRoute['page'] | undefined }) {
  const found = page && page in PAGES ? PAGES[page as keyof typeof PAGES] : undefined
  return found ? <LazyPart part={found} props={{}} key={page} /> : <NotFoundPage />
}
