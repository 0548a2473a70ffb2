import { InfoPageDialog } from '../../core/info-pages/InfoPageDialog.tsx'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { PageDialog } from '../../ui/PageDialog.tsx'
import css from './ExternalLinkDialog.module.css'
import { externalLink, setExternalLink } from './lockdown/classify-link.ts'

/** Back to the page. */
const close = () => setExternalLink(undefined)

/**
 * The window for what is outside the app: pages of this site in a frame; an address that can not be opened here is
 * told, for the player's own phone.
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
