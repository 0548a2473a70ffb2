import { signal, useSignal } from '@preact/signals-react'
import { gate } from '../../core/gates/state.ts'
import { findRoute } from '../../core/router/find-route.ts'
import { pathname } from '../../core/router/pathname.ts'
import { session } from '../../core/session/state.ts'
import { kiosk } from '../../core/settings/kiosk-mode.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { TransientButton } from '../../ui/TransientButton.tsx'
import { probe } from './actions.ts'
import styles from './PwaLayer.module.css'
import { offline, probing } from './state.ts'
import { applyUpdate } from './update/actions.ts'
import { dismissUpdate, updateOffered } from './update/state.ts'

/** Whether the update would discard typed text, and the page has warned about it. */
const warned = signal(false)

/** Shown to guests offline: logging in is not possible; the button probes the server. */
function OfflineBar() {
  return (
    <section className={styles.bar} aria-label={t('pwa.offline.title')} data-bar="offline">
      <p role="status">
        <strong>{t('pwa.offline.title')}</strong> {t('pwa.offline.lead')}
      </p>
      <TransientButton busy={probing.value} onClick={() => void probe()}>
        {t('app.retry')}
      </TransientButton>
    </section>
  )
}

/** Offers a new version. */
function UpdateBar() {
  // It waits for a pending command.
  const isTaking = useSignal(false)
  const take = async () => {
    isTaking.value = true
    warned.value = (await applyUpdate({ lose: warned.peek() })) === 'typed'
    isTaking.value = false
  }
  const dismiss = () => {
    warned.value = false
    dismissUpdate()
  }
  return (
    <section className={styles.bar} aria-label={t('pwa.update.title')} data-bar="update">
      <p role="status">{t(warned.value ? 'pwa.update.typed' : 'pwa.update.title')}</p>
      <TransientButton disabled={isTaking.value} onClick={dismiss}>
        {t('pwa.update.later')}
      </TransientButton>
      {/* Not busy: the update waits until no control of the page is. */}
      <Button kind="primary" disabled={isTaking.value} onClick={take}>
        {t('pwa.update.take')}
      </Button>
    </section>
  )
}

/**
 * The bars below every page but a game: offline (for guests; a player's pages show it themselves), and a new
 * version (for players; an idle login page and an idle kiosk install it by themselves).
 */
export function PwaLayer() {
  if (gate.value || findRoute(pathname.value)?.page === 'game') return null
  const isGuest = session.value.status === 'guest'
  if (offline.value) return isGuest ? <OfflineBar /> : null
  return updateOffered.value && !isGuest && !kiosk.value ? <UpdateBar /> : null
}
