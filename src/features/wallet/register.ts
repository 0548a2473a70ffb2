import texts from '../../../locales/tr.json?groups=wallet'
import { fillSlot } from '../../core/slots/slots.ts'
import { addTexts } from '../../i18n/index.ts'
import { Amount } from './Amount.tsx'
import { LazyClaims } from './claims/ClaimsButton.tsx'
import { updateCooldowns } from './claims/cooldowns.ts'

addTexts('tr', texts)

/** A player is here and the floor can be used: the balance counts, and the way to what can be claimed is there. */
export function registerWallet(): void {
  fillSlot('balance', Amount)
  fillSlot('claims', LazyClaims)
  updateCooldowns()
}
