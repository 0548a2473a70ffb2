import { effect } from '@preact/signals-react'
import type { ReactElement } from 'react'
import texts from '../../../locales/tr.json?groups=info,kiosk,lock'
import { logout } from '../../core/session/actions.ts'
import { session } from '../../core/session/state.ts'
import { sessionArea } from '../../core/session/stored-token.ts'
import { addTexts } from '../../i18n/index.ts'
import { Attract } from './attract/Attract.tsx'
import { followJackpots } from './attract/jackpots.ts'
import { Presence } from './idle-logout/IdleLogoutWarning.tsx'
import { forgetPlayers } from './idle-logout/reset-kiosk.ts'
import { watchPresence } from './idle-logout/start.ts'
import { startGuard } from './lockdown/lockdown.ts'
import './kiosk.css'
import { Outside } from './ExternalLinkDialog.tsx'
import { startKeyboard } from './keyboard/host.ts'
import { Keyboard } from './keyboard/Keyboard.tsx'

addTexts('tr', texts)

const place = (id: string) => {
  const div = document.createElement('div')
  div.id = id
  document.body.append(div)
  return div
}

/** What lies over every page of a venue's screen. */
function Over() {
  return (
    <>
      <Outside />
      <Presence />
      <Attract />
    </>
  )
}

/** A session that is remembered for all tabs is none of a kiosk's: somebody had it before the screen became one. */
function endRemembered(): () => void {
  return effect(() => {
    if (session.value.status === 'player' && sessionArea() === 'local') void logout()
  })
}

/**
 * Makes this screen a venue's: guarded, with keys of its own, and nobody's between two players. `render` draws beside
 * the app. Gives a way to stop.
 */
export function startKiosk(render: (what: ReactElement | null, into: Element) => void): () => void {
  const over = place('kiosk')
  const keys = place('kiosk-keys')
  render(<Over />, over)
  render(<Keyboard />, keys)
  const stops = [
    startGuard(),
    startKeyboard(keys),
    forgetPlayers(),
    watchPresence(),
    followJackpots(),
    endRemembered(),
  ]
  // The screen is in use by then: without it every page still works.
  import('./watchdog/start.ts').then(
    ({ startYear }) => startYear(),
    () => {},
  )
  return () => {
    for (const stop of stops) stop()
    for (const host of [over, keys]) {
      render(null, host)
      host.remove()
    }
  }
}
