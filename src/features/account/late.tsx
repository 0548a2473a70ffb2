import { lazy } from '../../ui/lazy.tsx'

/** On the phone: the confirmation of a login at a kiosk. */
export const linkPage = lazy(() => import('./link/LinkPage.tsx').then((module) => module.LinkPage))

/** The player's own limits: a server may have none, and the profile is drawn before them. */
export const limitsSection = lazy(() => import('./limits/Limits.tsx').then((module) => module.Limits))
