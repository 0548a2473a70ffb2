import { type ComponentType, useEffect } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { PAGE_ROUTES, type PageName } from '../contract/pages.ts'
import { t } from '../i18n/index.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Logo } from '../ui/Logo.tsx'
import { type Lazy, LazyPart, lazy } from '../ui/lazy.tsx'

const lazyPage = (load: () => Promise<ComponentType>) => lazy(load)
const extra = (name: 'AdminExample' | 'StaffExample' | 'GuestExample') =>
  lazyPage(() => import('../features/extras/RoleExamples.tsx').then((module) => module[name]))

/** The pages that App.tsx and SignedInApp.tsx draw themselves. */
type MainPage = 'home' | 'game' | 'login' | 'callback' | 'logout' | 'notFound' | 'crash'
type OtherPage = Exclude<PageName, MainPage>

/** The other pages, each in a chunk of its own. */
const PAGES: Readonly<Record<OtherPage, Lazy<ComponentType>>> = {
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

/** Draws the one of PAGES that is at the address, else the 404 page. */
export function OtherPages() {
  return (
    <Switch>
      {(Object.keys(PAGES) as OtherPage[]).map((page) => (
        <Route path={PAGE_ROUTES[page].path} key={page}>
          <LazyPart part={PAGES[page]} props={{}} />
        </Route>
      ))}
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  )
}

/** The page for every unknown path. */
function NotFoundPage() {
  const [, navigate] = useLocation()
  const title = t('router.notFound')
  // For guests as well, who have no DocumentTitle.
  useEffect(() => {
    document.title = `${title} · ${t('app.name')}`
  }, [title])
  return (
    <main>
      <EmptyState
        title={title}
        lead={t('app.notFoundLead')}
        action={t('app.toLobby')}
        onAction={() => navigate('/lobby')}
      >
        <Logo />
      </EmptyState>
    </main>
  )
}
