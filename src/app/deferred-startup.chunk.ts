export { CrashPage } from './CrashPage.tsx'
export { runDeferredStartup } from './deferred-startup.tsx'
export { StartFailed } from './StartFailed.tsx'
