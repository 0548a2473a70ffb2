import { lazy, pick } from '../ui/lazy.tsx'

/** What stands beside the app, and its pages for a failure: one chunk, which guests load too. */
export const outsideApp = lazy(() => import('./outside-app.chunk.ts'))

export const crashPage = pick(outsideApp, (chunk) => chunk.CrashPage)
/** The stored token could not be checked. */
export const startFailed = pick(outsideApp, (chunk) => chunk.StartFailed)
