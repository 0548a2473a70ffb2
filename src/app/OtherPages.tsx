import type { ComponentType } from 'react'
import type { RouteRow } from '../core/router/routes.ts'
import { type LazyComponent, LazyPart, lazyComponent, pageFallback } from '../ui/lazy-component.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'

interface Params {
  profileId?: string | undefined
}

const lazy = <P extends Params>(load: () => Promise<ComponentType<P>>) => lazyComponent(load)
const extra = (name: 'AdminExample' | 'StaffExample' | 'GuestExample') =>
  lazy(() => import('../features/extras/RoleExamples.tsx').then((module) => module[name]))

/** The pages beside the floor and the game, each in a chunk of its own. */
const PAGES: { readonly [P in RouteRow['page']]?: LazyComponent<Params> } = {
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
export function OtherPages({ page, ...params }: Params & { page: RouteRow['page'] | undefined }) {
  const found = page && PAGES[page]
  return found ? (
    <LazyPart part={found} props={params} fallback={pageFallback} key={page} />
  ) : (
    <NotFoundPage />
  )
}
