import texts from '../../../locales/tr.json?groups=wallet'
import { addTexts } from '../../i18n/index.ts'
import { updateCooldowns } from './claims/cooldowns.ts'

/* The late parts of the wallet, in one chunk (late.tsx). */
addTexts('tr', texts)
updateCooldowns()

export { Amount } from './Amount.tsx'
export { LazyClaims } from './claims/ClaimsButton.tsx'
