export { CrashPage } from './CrashPage.tsx'
export { startOutsideApp } from './outside-app.tsx'
export { StartFailed } from './StartFailed.tsx'
