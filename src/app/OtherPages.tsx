import { type ComponentType, useEffect } from 'react'
import { useLocation } from 'wouter'
import type { PageName } from '../contract/routes.ts'
import type { AppRoute } from '../core/router/routes.ts'
import { t } from '../i18n/index.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Logo } from '../ui/Logo.tsx'
import { type Lazy, LazyPart, lazy } from '../ui/lazy.tsx'

const lazyPage = (load: () => Promise<ComponentType>) => lazy(load)
const extra = (name: 'AdminExample' | 'StaffExample' | 'GuestExample') =>
  lazyPage(() => import('../features/extras/RoleExamples.tsx').then((module) => module[name]))

/** The pages that App.tsx and SignedInApp.tsx draw themselves. */
type MainPage = 'home' | 'game' | 'login' | 'callback' | 'logout' | 'notFound' | 'crash'

/** The other pages, each in a chunk of its own. */
const PAGES: Readonly<Record<Exclude<PageName, MainPage>, Lazy<ComponentType<object>>>> = {
  profile: lazyPage(() => import('../features/account/ProfilePage.tsx').then((module) => module.ProfilePage)),
  sessions: lazyPage(() =>
    import('../features/account/SessionsPage.tsx').then((module) => module.SessionsPage),
  ),
  transactions: lazyPage(() =>
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

/** The page for every unknown path. */
function NotFoundPage() {
  const [, navigate] = useLocation()
  const title = t('shell.notFound')
  // For guests as well, who have no DocumentTitle.
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title])
  return (
    <main>
      <EmptyState
        title={title}
        lead={t('shell.notFoundLead')}
        action={t('shell.toLobby')}
        onAction={() => navigate('/lobby')}
      >
        <Logo />
      </EmptyState>
    </main>
  )
}
