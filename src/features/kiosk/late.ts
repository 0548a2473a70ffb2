import { lazy } from '../../ui/lazy.tsx'

/** What a kiosk needs once a guest is logged in: it stands on the lobby's and the game's code. */
export const signedInParts = lazy(() => import('./signed-in.chunk.ts'))

/** The login from a phone. Its QR picture comes with it, only when somebody opens it. */
export const phoneLoginDialog = lazy(() =>
  import('./phone-login/PhoneLoginDialog.tsx').then((module) => module.PhoneLoginDialog),
)
