import { lazy, pick } from '../ui/lazy.tsx'

/** What starts after the first screen, and the pages for a failure: one chunk, which guests load too. */
export const deferredStartup = lazy(() => import('./deferred-startup.chunk.ts'))

export const crashPage = pick(deferredStartup, (chunk) => chunk.CrashPage)
/** The stored token could not be checked. */
export const startFailed = pick(deferredStartup, (chunk) => chunk.StartFailed)
