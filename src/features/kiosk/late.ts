import { lazy } from '../../ui/lazy.tsx'

/** What a kiosk needs once a guest is logged in: it stands on the lobby's and the game's code. */
export const signedInParts = lazy(() => import('./signed-in.chunk.ts'))
