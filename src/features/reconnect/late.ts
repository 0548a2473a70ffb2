import { latePart, lazy, pick } from '../../ui/lazy.tsx'

/** What is shown of a held machine. Loaded once the player has one, which is rare. */
export const reconnectParts = lazy(() => import('./reconnect.chunk.ts'))

/** The dialog that leads back to the machine. */
export const reconnectDialog = pick(reconnectParts, (chunk) => chunk.ReconnectDialog)
/** The machine as a line of the lobby and as a part of the wallet. */
export const HeldBar = latePart(reconnectParts, (chunk) => chunk.HeldBar)
export const HeldCard = latePart(reconnectParts, (chunk) => chunk.HeldCard)
