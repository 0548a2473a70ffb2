import { lazy } from '../../ui/lazy.tsx'

/** The player's own limits: a server may have none, and the profile is drawn before them. */
export const limitsSection = lazy(() => import('./limits/Limits.tsx').then((module) => module.Limits))
