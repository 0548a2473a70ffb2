import { LazyPart, latePart, lazy } from '../../ui/lazy.tsx'

/* The parts of the wallet that load once a page can be used. The frame, the navbar, the lock and a kiosk draw them. */

export const walletParts = lazy(() => import('./late.chunk.ts'))

/** The balance that counts to its new value and opens the wallet. */
export const Amount = latePart(walletParts, (chunk) => chunk.Amount)
export const Claims = latePart(walletParts, (chunk) => chunk.LazyClaims)

const moneyLine = lazy(() => import('./MoneyLine.tsx').then((module) => module.MoneyLine))
/** Keeps the line's room while its code loads. */
const room = () => <p>{'\u00a0'}</p>

/** Where the player's money is, in one line. */
export const MoneyLine = () => <LazyPart part={moneyLine} props={{}} fallback={room} />
