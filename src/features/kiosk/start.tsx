import { effect } from '@preact/signals-react'
import type { ReactElement } from 'react'
import type { Dispose } from '../../contract/result.ts'
import { fillSlot } from '../../core/frame/slots.ts'
import { logout } from '../../core/session/actions.ts'
import { session } from '../../core/session/state.ts'
import { sessionArea } from '../../core/session/stored-token.ts'
import { LazyPart, noFallback, pick } from '../../ui/lazy.tsx'
import { Attract } from './attract/Attract.tsx'
import { startStoringBrands } from './attract/jackpots.ts'
import { IdleLogoutWarning } from './idle-logout/IdleLogoutWarning.tsx'
import { startPlayerReset } from './idle-logout/reset-kiosk.ts'
import { startIdleLogout } from './idle-logout/start.ts'
import { startLockdown } from './lockdown/lockdown.ts'
import './kiosk.css'
import { ExternalLinkDialog } from './ExternalLinkDialog.tsx'
import { startKeyboard } from './keyboard/host.ts'
import { Keyboard } from './keyboard/Keyboard.tsx'
import { kioskGameParts } from './late.ts'
import { PhoneLoginButton } from './phone-login/PhoneLoginButton.tsx'
import { startWatchdog } from './watchdog/start.ts'

/** The band above a machine's picture. */
const machineSign = pick(kioskGameParts, (chunk) => chunk.MachineSign)

const createHost = (tag: 'div' | 'aside', id: string) => {
  const host = document.createElement(tag)
  host.id = id
  document.body.append(host)
  return host
}

/** The layers above every page of a kiosk. */
function KioskLayers() {
  return (
    <>
      <ExternalLinkDialog />
      <PhoneLoginButton />
      <IdleLogoutWarning />
      <Attract />
    </>
  )
}

/**
 * Logs out a player whose token is in local storage: it is from before the screen became a kiosk. A kiosk
 * stores tokens in session storage.
 */
function startRememberedLogout(): Dispose {
  return effect(() => {
    if (session.value.status === 'player' && sessionArea() === 'local') void logout()
  })
}

/**
 * Makes this screen a kiosk: locked down, with an on-screen keyboard, and reset between two players. `render`
 * draws a tree outside the app's root.
 */
export function startKiosk(render: (what: ReactElement | null, into: Element) => void): Dispose {
  const over = createHost('div', 'kiosk')
  const keys = createHost('aside', 'kiosk-keys')
  render(<KioskLayers />, over)
  render(<Keyboard />, keys)
  fillSlot('machineSign', () => <LazyPart part={machineSign} props={{}} fallback={noFallback} />)
  const stops = [
    startLockdown(),
    startKeyboard(keys),
    startPlayerReset(),
    startIdleLogout(),
    startStoringBrands(),
    startRememberedLogout(),
  ]
  startWatchdog()
  return () => {
    for (const stop of stops) stop()
    for (const host of [over, keys]) {
      render(null, host)
      host.remove()
    }
  }
}
