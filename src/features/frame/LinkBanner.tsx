import { downSince, link } from '../../core/connection/state.ts'
import { settings } from '../../core/settings/settings.ts'
import { clock } from '../../i18n/format.ts'
import { plural } from '../../i18n/plural.ts'
import { LinkDownIcon } from '../../ui/link-down-icon.tsx'
import styles from './LinkBanner.module.css'

/** Shows since when the live connection is down, and that the page's data may be some seconds old. */
export function LinkBanner() {
  return (
    <div role="status">
      {link.value === 'down' && (
        <p className={styles.banner}>
          <LinkDownIcon />
          {plural('frame.linkDown', settings.value.lobbyUpdateInterval, { time: clock(downSince.value) })}
        </p>
      )}
    </div>
  )
}
