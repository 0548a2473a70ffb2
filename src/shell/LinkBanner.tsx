import { t } from '../i18n/index.ts'
import { settings } from '../settings.ts'
import { LinkDownIcon } from '../ui/icons.tsx'
import styles from './LinkBanner.module.css'
import { link } from './state.ts'

/** Says that what is on show may be some seconds old, while the live connection is away. */
export function LinkBanner() {
  return (
    <div role="status">
      {link.value === 'down' && (
        <p className={styles.banner}>
          <LinkDownIcon />
          {t('shell.linkDown', { seconds: settings.value.lobbyUpdateInterval })}
        </p>
      )}
    </div>
  )
}
