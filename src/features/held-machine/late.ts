import { latePart, pick } from '../../ui/lazy.tsx'
import { heldMachineParts } from './load-parts.ts'

/* What is shown of a held machine. */

/** The dialog that leads back to the machine. */
export const reconnectDialog = pick(heldMachineParts, (chunk) => chunk.ReconnectDialog)
/** The machine as a line of the lobby and as a part of the wallet. */
export const HeldBar = latePart(heldMachineParts, (chunk) => chunk.HeldBar)
export const HeldCard = latePart(heldMachineParts, (chunk) => chunk.HeldCard)
