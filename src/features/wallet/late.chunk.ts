/* The late parts of the wallet, in one chunk (late.tsx). */
export { BalanceButton } from './BalanceButton.tsx'
