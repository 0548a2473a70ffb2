import { downSince, link } from '../../core/connection/state.ts'
import { findRoute } from '../../core/router/find-route.ts'
import { pathname } from '../../core/router/pathname.ts'
import { settings } from '../../core/settings/settings.ts'
import { clock } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { plural } from '../../i18n/plural.ts'
import { LinkDownIcon } from '../../ui/link-down-icon.tsx'
import { isLost } from '../lobby/lost/state.ts'
import styles from './LinkBanner.module.css'

/**
 * Shows since when the live connection is down, and that the page's data may be some seconds old, or older
 * while the server is out of reach. The lobby has its own message for that (features/lobby/lost).
 */
export function LinkBanner() {
  const isShown = link.value === 'down' && !(isLost.value && findRoute(pathname.value)?.page === 'home')
  const time = clock(downSince.value)
  return (
    <div role="status">
      {isShown && (
        <p className={styles.banner}>
          <LinkDownIcon />
          {isLost.value
            ? t('frame.lost', { time })
            : plural('frame.linkDown', settings.value.lobbyUpdateInterval, { time })}
        </p>
      )}
    </div>
  )
}
