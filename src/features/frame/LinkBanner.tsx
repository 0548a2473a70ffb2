import { downSince, link } from '../../core/connection/state.ts'
import { settings } from '../../core/settings/settings.ts'
import { clock } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { LinkDownIcon } from '../../ui/link-down-icon.tsx'
import styles from './LinkBanner.module.css'

/** Says since when the live connection is away, and that what is on show may be some seconds old. */
export function LinkBanner() {
  return (
    <div role="status">
      {link.value === 'down' && (
        <p className={styles.banner}>
          <LinkDownIcon />
          {t('shell.linkDown', {
            time: clock(downSince.value),
            seconds: settings.value.lobbyUpdateInterval,
          })}
        </p>
      )}
    </div>
  )
}
