import { effect } from '@preact/signals-react'
import type { ReactElement } from 'react'
import texts from '../../../locales/tr.json?groups=offline,update'
import { operatorSettings } from '../../core/settings/operator.ts'
import { settingsLoaded } from '../../core/settings/settings.ts'
import { addTexts } from '../../i18n/index.ts'
import { watchNetwork } from './offline.ts'
import { PwaLayer } from './PwaLayer.tsx'
import { registerServiceWorker, unregisterServiceWorker } from './registration.ts'
import { startUpdates } from './update/start.ts'
import { currentBuild } from './update/state.ts'

addTexts('tr', texts)

/** Once the browser has nothing better to do. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 20_000 }) : setTimeout(work, 2_000)

/**
 * What makes an app of the page, and keeps it running: new versions, no network, the service worker, and on a kiosk
 * the whole year. Once a start, when the first screen is long in use. `render` draws beside the app.
 */
export function startPwa(render: (what: ReactElement, into: Element) => void): void {
  startUpdates()
  watchNetwork()
  // In development there is no build, and no worker in the way of what changes.
  if (currentBuild())
    effect(() => {
      if (!settingsLoaded.value) return
      const { serviceWorker } = operatorSettings.value
      whenIdle(() => void (serviceWorker ? registerServiceWorker() : unregisterServiceWorker()))
    })
  const place = document.createElement('div')
  document.body.append(place)
  render(<PwaLayer />, place)
}
