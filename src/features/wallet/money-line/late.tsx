import { LazyPart, lazy } from '../../../ui/lazy.tsx'

const moneyLine = lazy(() => import('./MoneyLine.tsx').then((module) => module.MoneyLine))
/** Keeps the line's room while its code loads. */
const room = () => <p>{'\u00a0'}</p>

/** Where the player's money is, in one line. */
export const MoneyLine = () => <LazyPart part={moneyLine} props={{}} fallback={room} />
