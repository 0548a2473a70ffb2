import { lazy } from '../../ui/lazy.tsx'

/** What is shown of a held machine, and the logout. Few players see either. */
export const heldMachineParts = lazy(() => import('./held-machine.chunk.ts'))
