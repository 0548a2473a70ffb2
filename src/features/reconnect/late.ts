import { latePart, lazy, pick } from '../../ui/lazy.tsx'

/** What is shown of a held machine, and the logout. Loaded once the player has one, which is rare, or logs out. */
export const reconnectParts = lazy(() => import('./reconnect.chunk.ts'))

export const logoutPart = pick(reconnectParts, (chunk) => chunk.Logout)
/** The dialog that leads back to the machine. */
export const reconnectDialog = pick(reconnectParts, (chunk) => chunk.ReconnectDialog)
/** The machine as a line of the lobby and as a part of the wallet. */
export const HeldBar = latePart(reconnectParts, (chunk) => chunk.HeldBar)
export const HeldCard = latePart(reconnectParts, (chunk) => chunk.HeldCard)
