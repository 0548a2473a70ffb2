import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { t } from '../i18n/index.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Logo } from '../ui/Logo.tsx'

/** The page for every unknown path. */
export function NotFoundPage() {
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
