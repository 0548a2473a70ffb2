import { t } from '../i18n/index.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Logo } from '../ui/Logo.tsx'

/** Replaces the whole app after an error while rendering; /pages/errors/error-500 looks the same. */
export function CrashPage() {
  return (
    <main className="waiting">
      <Logo />
      <EmptyState
        isPage
        title={t('router.crash')}
        lead={t('app.crashLead')}
        action={t('app.reload')}
        onAction={() => window.location.reload()}
      />
    </main>
  )
}
