import { effect } from '@preact/signals-react'
import type { ReactElement } from 'react'
import { startStoringSettings } from '../../core/settings/last-good.ts'
import { operatorSettings } from '../../core/settings/operator.ts'
import { settingsLoaded } from '../../core/settings/settings.ts'
import { watchNetwork } from './offline.ts'
import { PwaLayer } from './PwaLayer.tsx'
import { registerServiceWorker, unregisterServiceWorker } from './registration.ts'
import { startUpdates } from './update/start.ts'
import { currentBuild } from './update/state.ts'

/** Runs `work` when the browser is idle. */
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 20_000 }) : setTimeout(work, 2_000)

/**
 * Starts updates, offline detection, the service worker, and what stores the settings for a start without
 * them. Called once per page, after the first screen is usable. `render` draws a tree outside the app's root.
 */
export function startPwa(render: (what: ReactElement, into: Element) => void): void {
  startStoringSettings()
  startUpdates()
  watchNetwork()
  // Development has no build id, and no worker that would cache changing files.
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
