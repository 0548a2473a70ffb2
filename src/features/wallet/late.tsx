import { latePart, lazy } from '../../ui/lazy.tsx'

/* The parts of the wallet that load once a page can be used. The frame draws them. */

export const walletParts = lazy(() => import('./late.chunk.ts'))

/** The balance that counts to its new value and opens the wallet. */
export const BalanceButton = latePart(walletParts, (chunk) => chunk.BalanceButton)
