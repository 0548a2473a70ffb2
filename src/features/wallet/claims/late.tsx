import { lazy } from '../../../ui/lazy.tsx'

/** The claims, loaded when the navbar or the wallet is opened, or is about to be. */
export const claims = lazy(() => import('./Claims.tsx').then((module) => module.Claims))
