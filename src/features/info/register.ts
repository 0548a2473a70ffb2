import texts from '../../../locales/tr.json?groups=info'
import { fillSlot } from '../../core/slots/slots.ts'
import { addTexts } from '../../i18n/index.ts'
import { FooterLayer } from './Footer.tsx'
import { Information } from './Information.tsx'

addTexts('tr', texts)

/** Puts the foot under every page but the game, and Information into the bar on top: once a page can be used. */
export function registerInfo(): void {
  fillSlot('layers', FooterLayer, 'footer')
  fillSlot('toolbar', Information)
}
