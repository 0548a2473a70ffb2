import { useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import { locale, t } from '../../i18n/index.ts'
import { pageExists } from '../../net/page-exists.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { LazyPart, noFallback } from '../../ui/lazy.tsx'
import styles from '../../ui/PageDialog.module.css'
import { PageDialog } from '../../ui/PageDialog.tsx'
import { forwardActivity } from '../idle/frame-activity.ts'
import { type InfoPageName, infoPagePath } from './info-pages.ts'
import { statementContacts } from './late.ts'

interface Props {
  path: string
  title: string
  onRetry: () => void
}

/**
 * One attempt to show a page. The sandboxed iframe runs no script, submits no form and opens no window. It
 * keeps the site's origin, which is harmless without scripts: an iframe of an opaque origin could not load
 * the stylesheet (Cross-Origin-Resource-Policy).
 */
function Page({ path, title, onRetry }: Props) {
  const there = useSignal<boolean | undefined>(undefined)
  const isApp = useSignal(false)
  const loaded = useSignal(false)
  // Mounted after the first paint: starting a document takes long on a slow device and must not delay the
  // dialog.
  const painted = useSignal(false)
  useEffect(() => {
    let isUnmounted = false
    painted.value = true
    void pageExists(path).then((can) => {
      if (!isUnmounted) there.value = can
    })
    return () => {
      isUnmounted = true
    }
  }, [path, there, painted])
  if (there.value === false || isApp.value)
    return (
      <div className={styles.page} role="alert">
        <EmptyState
          title={t('info.failed')}
          lead={t('info.failedLead')}
          action={t('app.retry')}
          onAction={onRetry}
        />
      </div>
    )
  const shown = loaded.value && there.value
  return (
    <div className={styles.page} aria-busy={!shown}>
      {!shown && <Logo spinning />}
      {painted.value && (
        <iframe
          src={path}
          title={title}
          sandbox="allow-same-origin"
          referrerPolicy="no-referrer"
          data-loaded={shown ? '' : undefined}
          onLoad={({ currentTarget }) => {
            loaded.value = true
            // Some servers answer with the app's page, and status 200, where a page is missing.
            isApp.value = currentTarget.contentDocument?.documentElement.dataset.boot !== undefined
            forwardActivity(currentTarget)
          }}
        />
      )}
    </div>
  )
}

/** Shows an information page in a dialog, in the page's language. */
export function InfoPageDialog({ page, onClose }: { page: InfoPageName; onClose: () => void }) {
  const attempt = useSignal(0)
  const title = t(`info.${page}`)
  return (
    <PageDialog title={title} full onClose={onClose}>
      <Page
        key={attempt.value}
        path={infoPagePath(page, locale.value)}
        title={title}
        onRetry={() => {
          attempt.value++
        }}
      />
      {page === 'accessibility' && <LazyPart part={statementContacts} props={{}} fallback={noFallback} />}
    </PageDialog>
  )
}
