import { lazy } from '../../ui/lazy.tsx'

/** What the kiosk needs for a guest who has a machine. It imports the game's code. */
export const kioskGameParts = lazy(() => import('./kiosk-game.chunk.ts'))

/** The dialog of the login from a phone, with the library that draws the QR code. */
export const phoneLoginDialog = lazy(() =>
  import('./phone-login/PhoneLoginDialog.tsx').then((module) => module.PhoneLoginDialog),
)
