import { fillSlot } from '../../core/slots/slots.ts'
import { Information } from './Information.tsx'

export { FooterLayer } from './Footer.tsx'

/** Puts the operator's information into the toolbar. */
export function registerInfo(): void {
  fillSlot('toolbar', Information)
}
