import texts from '../../../locales/tr.json?groups=info'
import { fillSlot } from '../../core/slots/slots.ts'
import { addTexts } from '../../i18n/index.ts'
import { Information } from './Information.tsx'

addTexts('tr', texts)

export { FooterLayer } from './Footer.tsx'

/** Puts the operator's information into the toolbar. */
export function registerInfo(): void {
  fillSlot('toolbar', Information)
}
