import { effect } from '@preact/signals-react'
import type { ComponentType } from 'react'
import type { Dispose } from '../../contract/result.ts'
import { fillSlot } from '../../core/frame/slots.ts'
import { operatorSettings } from '../../core/settings/operator.ts'
import { warn } from '../../core/settings/settings.ts'
import { read, write } from '../../core/storage/storage.ts'
import { applyColors } from '../../ui/apply-colors.ts'

/** The colours that the page's first script applies at the next start. */
const LOOK_KEY = 'reelcast.look'

/**
 * Applies the operator's colours. A player's own colour scheme (extras) takes precedence, in whatever order
 * they arrive.
 */
function applyOperatorColors(): void {
  if (document.documentElement.dataset.scheme) return
  const { accentColor, backgroundColor } = operatorSettings.peek()
  const look = applyColors({ accent: accentColor, background: backgroundColor })
  write('local', LOOK_KEY, look || undefined)
}

/** Loads the image of a setting and then calls `onLoad`; a failure is logged for the operator. */
function loadPicture(setting: string, url: string, onLoad: (url: string) => Promise<void>): void {
  const picture = new Image()
  const fail = () => warn(`the picture of ${setting} does not come: ${url}`)
  picture.onload = () => void onLoad(url).catch(fail)
  picture.onerror = fail
  picture.src = url
}

/** The image fills the box of the login's built-in logo (splash.css), so that nothing moves. */
function setSplashLogo(url: string): void {
  const { style, dataset } = document.documentElement
  style.setProperty('--splashLogo', `url(${JSON.stringify(new URL(url, document.baseURI).href)})`)
  dataset.splash = ''
}

/**
 * Applies the operator's colours, logo and splash logo, at once and whenever the settings change. `loadLogo`
 * loads the code and the styles of a logo, which few operators set.
 */
export function startBranding(loadLogo: () => Promise<ComponentType | undefined>): Dispose {
  return effect(() => {
    const { accentColor, backgroundColor, logo, splashLogo } = operatorSettings.value
    if (accentColor || backgroundColor || read('local', LOOK_KEY)) applyOperatorColors()
    if (logo)
      loadPicture('logo', logo, async () => {
        const part = await loadLogo()
        if (part) fillSlot('logo', part)
      })
    if (splashLogo) loadPicture('splashLogo', splashLogo, (url) => loadLogo().then(() => setSplashLogo(url)))
  })
}
