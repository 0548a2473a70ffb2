import { fillSlot } from '../../core/frame/slots.ts'
import { Information } from './Information.tsx'

export { FooterLayer } from './Footer.tsx'

/** Adds the operator's information to the toolbar. */
export function registerInfo(): void {
  fillSlot('toolbar', Information)
}
