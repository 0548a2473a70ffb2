import { forwardActivity } from '../../core/idle/frame-activity.ts'
import { InfoPageDialog } from '../../core/info-pages/InfoPageDialog.tsx'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { PageDialog } from '../../ui/PageDialog.tsx'
import css from './ExternalLinkDialog.module.css'
import { externalLink, setExternalLink } from './lockdown/classify-link.ts'

const close = () => setExternalLink(undefined)

/**
 * Shows an external link over the app: a page of this site in an iframe without scripts. Any other address
 * appears as text, because the kiosk opens no other site; the player can type it into a phone.
 */
export function ExternalLinkDialog() {
  const now = externalLink.value
  if (!now) return null
  if (now.kind === 'page') return <InfoPageDialog page={now.page} onClose={close} />
  if (now.kind === 'site') {
    return (
      <PageDialog title={now.title || now.path} full onClose={close}>
        <iframe
          className={css.site}
          src={now.path}
          title={now.title || now.path}
          sandbox="allow-same-origin"
          referrerPolicy="no-referrer"
          onLoad={({ currentTarget }) => forwardActivity(currentTarget)}
        />
      </PageDialog>
    )
  }
  return (
    <PageDialog title={t('kiosk.outsideTitle')} onClose={close}>
      <div className={css.note}>
        <p>{t('kiosk.outsideLead')}</p>
        <p className={css.address} dir="ltr">
          {now.address}
        </p>
        <Button kind="primary" onClick={close}>
          {t('kiosk.outsideClose')}
        </Button>
      </div>
    </PageDialog>
  )
}
