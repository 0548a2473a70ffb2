import { updateCooldowns } from './claims/cooldowns.ts'

/* The late parts of the wallet, in one chunk (late.tsx). */
updateCooldowns()

export { BalanceButton } from './BalanceButton.tsx'
