import { useSignal } from '@preact/signals-react'
import { session } from '../../core/session/state.ts'
import { settings } from '../../core/settings/settings.ts'
import { t } from '../../i18n/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { TopLayerDialog } from '../../ui/TopLayerDialog.tsx'
import { logoutFromLock } from './actions.ts'
import { LeaveIcon, PadlockIcon } from './icons.tsx'
import css from './Lock.module.css'
import { storedPinHash } from './lock-storage.ts'
import { PinForm } from './PinForm.tsx'
import { canCheckPins } from './pin.ts'
import { shownName } from './shown-name.ts'
import type { Lock } from './state.ts'

interface Props {
  lock: Lock
  leaving: boolean
}

/** Covers the page until the right PIN is entered or the player logs out. */
export function LockScreen({ lock, leaving }: Props) {
  const loggingOut = useSignal(false)
  const hasPin = storedPinHash() !== undefined
  const usable = hasPin && canCheckPins()
  const { defaultPin } = settings.value
  const current = session.value
  const name = current.status === 'player' ? shownName(current.user) : ''
  const logOut = () => {
    loggingOut.value = true
    void logoutFromLock()
  }
  return (
    <TopLayerDialog
      id="lock"
      className={css.lock}
      labelledBy="lock-title"
      describedBy="lock-who lock-lead"
      leaving={leaving}
    >
      <div className={css.screen} data-alone={usable ? undefined : ''}>
        <div className={css.stage}>
          <Logo />
          <span className={css.padlock} data-open={leaving ? '' : undefined}>
            <PadlockIcon />
          </span>
        </div>
        <div className={css.panel}>
          <header className={css.head}>
            <h1 id="lock-title">{t('lock.idleTitle')}</h1>
            <div id="lock-who" className={css.who}>
              <bdi>{name}</bdi>
            </div>
            <p id="lock-lead">
              {t(usable ? 'lock.lead' : hasPin ? 'lock.insecure' : 'lock.noPin')}
              {usable && defaultPin && (
                <span className={css.secret}>{t('lock.defaultPin', { secret: defaultPin })}</span>
              )}
            </p>
          </header>
          {usable && <PinForm lock={lock} leaving={leaving} />}
          <div className={css.foot}>
            <Button kind={usable ? 'quiet' : 'primary'} busy={loggingOut.value} onClick={logOut}>
              <LeaveIcon />
              {t('lock.logout')}
            </Button>
          </div>
        </div>
      </div>
    </TopLayerDialog>
  )
}
