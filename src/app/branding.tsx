import { effect } from '@preact/signals-react'
import type { ReactElement } from 'react'
import { session } from '../core/session/state.ts'
import { extras } from '../core/settings/extras.ts'
import { more } from '../core/settings/operator.ts'
import { warn } from '../core/settings/settings.ts'
import { fillSlot, fillSlotLazily } from '../core/slots/slots.ts'
import { read, write } from '../core/storage/storage.ts'
import { Logo } from '../features/branding/Logo.tsx'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Beside } from './OutsideAppLayer.tsx'
import './splash.css'

/** What the next visit begins with (index.html), so that it does not begin in other colours. */
const LOOK_KEY = 'reelcast.look'

/** Puts the operator's colours in force; a player's own colour scheme comes after it. */
async function applyOperatorColors(): Promise<void> {
  const { applyColors } = await import('../ui/apply-colors.ts')
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

/** What stands in the frame where the operator has set something for it. */
const banners = lazyComponent(() =>
  import('../features/branding/Banners.tsx').then((module) => module.LobbyBanners),
)
const support = lazyComponent(() =>
  import('../features/contact/SupportBlock.tsx').then((module) => module.SupportBlock),
)

/** Shows what the operator has set, wherever it belongs; `render` draws what stands beside the app. */
export function showLook(render: (what: ReactElement, into: Element) => void): void {
  effect(() => {
    const set = more.value
    const { logo, splashLogo } = set
    if (set.accentColor || set.backgroundColor || read('local', LOOK_KEY))
      applyOperatorColors().catch(() => {})
    if (logo) whenThere('logo', logo, () => fillSlot('logo', Logo))
    if (splashLogo) whenThere('splashLogo', splashLogo, showSplash)
    if (set.banners.some(({ place }) => place === 'lobby')) void fillSlotLazily('belowPage', banners)
    if (set.liveChat || set.supportMessaging || set.supportWhatsapp) void fillSlotLazily('support', support)
  })
  effect(() => {
    if (extras.value && session.value.status === 'guest')
      import('../features/extras/register.tsx').then(
        ({ showLoginExtras }) => showLoginExtras(render),
        () => {},
      )
  })
  const place = document.createElement('div')
  document.body.append(place)
  render(<Beside />, place)
}
