import { lazy } from '../../ui/lazy.tsx'

/** For a guest in the lobby, whose state loads with it. */
export const seenBrands = lazy(() => import('./attract/store-seen-brands.ts'))
/** For a guest with a machine. */
export const gameParts = lazy(() => import('./game.chunk.ts'))

/** The login from a phone. Its QR picture comes with it, only when somebody opens it. */
export const phoneLoginDialog = lazy(() =>
  import('./phone-login/PhoneLoginDialog.tsx').then((module) => module.PhoneLoginDialog),
)
