import { updateCooldowns } from './cooldowns.ts'

/* The claims outside the wallet. */
updateCooldowns()

export { LazyClaims as Claims } from './LazyClaims.tsx'
