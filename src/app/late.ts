import { loadUrlTokenEntry } from '../core/session/late.ts'
import { lazy, pick } from '../ui/lazy.tsx'

/* What this folder imports late for every page; late-signed-in.ts has what only a player's page imports. */

/** The login's own script. index.html requests it at once for a page without a token. */
export const loginPage = lazy(() =>
  import('../features/login/LoginPage.tsx').then((module) => module.LoginPage),
)

/** All that comes after the login; none of it is on its way before the login can be used. */
export const signedInParts = lazy(async () => {
  const { SignedInApp, preloadFirstPage, afterFirstScreen } = await import('./SignedInApp.tsx')
  await preloadFirstPage()
  return { SignedInApp, afterFirstScreen }
})
export const signedInApp = pick(signedInParts, (parts) => parts.SignedInApp)

/** What stands before everything where the app may not, or not yet, be used. */
export const gatePage = lazy(() => import('../features/gates/GatePage.tsx').then((module) => module.GatePage))

/** Asks whether the player of a token in the address replaces the one who is logged in. */
export const tokenQuestion = lazy(() => loadUrlTokenEntry().then((chunk) => chunk.TokenQuestion))

/** What starts after the first screen, and the pages for a failure: one chunk, which guests load too. */
export const deferredStartup = lazy(() => import('./deferred-startup.chunk.ts'))
export const crashPage = pick(deferredStartup, (chunk) => chunk.CrashPage)
/** The stored token could not be checked. */
export const startFailed = pick(deferredStartup, (chunk) => chunk.StartFailed)
