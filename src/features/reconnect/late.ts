import { latePart, pick } from '../../ui/lazy.tsx'
import { reconnectParts } from './load-parts.ts'

/* What is shown of a held machine. */

/** The dialog that leads back to the machine. */
export const reconnectDialog = pick(reconnectParts, (chunk) => chunk.ReconnectDialog)
/** The machine as a line of the lobby and as a part of the wallet. */
export const HeldBar = latePart(reconnectParts, (chunk) => chunk.HeldBar)
export const HeldCard = latePart(reconnectParts, (chunk) => chunk.HeldCard)
