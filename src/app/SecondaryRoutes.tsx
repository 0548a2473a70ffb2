import { type ComponentType, useEffect } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { PAGE_ROUTES, type PageName } from '../contract/pages.ts'
import { ProfilePage } from '../features/account/ProfilePage.tsx'
import { TransactionsPage } from '../features/account/TransactionsPage.tsx'
import { VisitsPage } from '../features/account/VisitsPage.tsx'
import { AdminExample, GuestExample, StaffExample } from '../features/extras/RoleExamples.tsx'
import { t } from '../i18n/index.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Logo } from '../ui/Logo.tsx'

/** The pages that App.tsx and SignedInApp.tsx draw themselves. */
type MainPage = 'home' | 'game' | 'login' | 'callback' | 'logout' | 'notFound' | 'crash'
type SecondaryPage = Exclude<PageName, MainPage>

const PAGES: Readonly<Record<SecondaryPage, ComponentType>> = {
  profile: ProfilePage,
  sessions: VisitsPage,
  transactions: TransactionsPage,
  adminExample: AdminExample,
  staffExample: StaffExample,
  guestExample: GuestExample,
}

/** Draws the one of PAGES that is at the address, else the 404 page. */
export function SecondaryRoutes() {
  return (
    <Switch>
      {(Object.keys(PAGES) as SecondaryPage[]).map((page) => (
        <Route path={PAGE_ROUTES[page].path} component={PAGES[page]} key={page} />
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
    <main className="waiting">
      <Logo />
      <EmptyState
        isPage
        title={title}
        lead={t('app.notFoundLead')}
        action={t('app.toLobby')}
        onAction={() => navigate('/lobby')}
      />
    </main>
  )
}
