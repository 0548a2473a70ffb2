import { lazy, pick } from '../../ui/lazy.tsx'

/** What is shown of a held machine, and the logout. */
export const heldMachineParts = lazy(() => import('./held-machine.chunk.ts'))

/** The dialog that leads back to the machine. */
export const reconnectDialog = pick(heldMachineParts, (chunk) => chunk.ReconnectDialog)
