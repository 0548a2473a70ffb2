import { effect } from '@preact/signals-react'
import type { ReactElement } from 'react'
import texts from '../../locales/tr.json?groups=support'
import { extras } from '../access/state.ts'
import { addTexts } from '../i18n/index.ts'
import { session } from '../session/state.ts'
import { warn } from '../settings.ts'
import { addFramePart } from '../shell/layers.ts'
import { write } from '../storage.ts'
import { SupportBlock } from '../support/SupportBlock.tsx'
import { canReach } from '../support/ways.ts'
import { LobbyBanners } from './Banners.tsx'
import { Beside } from './Beside.tsx'
import { applyColors } from './colors.ts'
import { Logo } from './Logo.tsx'
import { more } from './state.ts'
import './splash.css'

addTexts('tr', texts)

/** What the next visit begins with (index.html), so that it does not begin in other colours. */
const LOOK_KEY = 'reelcast.look'

/** Puts the operator's colours in force; a player's own colour scheme comes after it. */
function applyOperatorColors(): void {
  // A player's own colour scheme (extras) is over it, whichever comes first.
  if (document.documentElement.dataset.scheme) return
  const { accentColor, backgroundColor } = more.peek()
  const look = applyColors({ accent: accentColor, background: backgroundColor })
  write('local', LOOK_KEY, look || undefined)
}

/** Does this picture come? Tells the operator when it does not. */
function whenThere(key: string, address: string, show: (address: string) => void): void {
  const picture = new Image()
  picture.onload = () => show(address)
  picture.onerror = () => warn(`the picture of ${key} does not come: ${address}`)
  picture.src = address
}

/** The picture takes the mark's own box on the login (splash.css), so that nothing moves. */
function showSplash(address: string): void {
  const { style, dataset } = document.documentElement
  style.setProperty('--splashLogo', `url(${JSON.stringify(new URL(address, document.baseURI).href)})`)
  dataset.splash = ''
}

/** Shows what the operator has set, wherever it belongs; `render` draws what stands beside the app. */
export function showLook(render: (what: ReactElement, into: Element) => void): void {
  effect(() => {
    const { logo, splashLogo, banners } = more.value
    applyOperatorColors()
    if (logo) whenThere('logo', logo, () => addFramePart('logo', Logo))
    if (splashLogo) whenThere('splashLogo', splashLogo, showSplash)
    if (banners.some(({ place }) => place === 'lobby')) addFramePart('lobby', LobbyBanners)
    if (canReach.value) addFramePart('support', SupportBlock)
  })
  effect(() => {
    if (extras.value && session.value.status === 'guest')
      import('../extras/extras.tsx').then(
        ({ showLoginExtras }) => showLoginExtras(render),
        () => {},
      )
  })
  const place = document.createElement('div')
  document.body.append(place)
  render(<Beside />, place)
}
