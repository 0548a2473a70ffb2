import { downSince, link } from '../../core/connection/state.ts'
import { findRoute } from '../../core/router/find-route.ts'
import { pathname } from '../../core/router/pathname.ts'
import { clock } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { LinkDownIcon } from '../../ui/link-down-icon.tsx'
import { isLost } from '../lobby/lost/state.ts'
import styles from './LinkBanner.module.css'

/**
 * Shows since when the live connection is down, that the app tries again, and that the money is safe; while
 * the server is out of reach, that the page may be old. The lobby has its own message for that
 * (features/lobby/lost).
 */
export function LinkBanner() {
  const isShown = link.value === 'down' && !(isLost.value && findRoute(pathname.value)?.page === 'home')
  const time = clock(downSince.value)
  return (
    <div role="status">
      {isShown && (
        <p className={styles.banner}>
          <LinkDownIcon />
          {t(isLost.value ? 'frame.lost' : 'frame.linkDown', { time })}
        </p>
      )}
    </div>
  )
}
