import { reloadBlocker } from '../../../core/router/reload-blockers.ts'
import { read, write } from '../../../core/storage/storage.ts'
import { fetchBuild } from '../../../net/build-id.ts'
import { forgetCurrentPage } from '../registration.ts'
import { currentBuild, newBuild, setAttemptedBuild, setNewestBuild } from './state.ts'

/** Interval at which a pending command is polled, ms. */
const RETRY_MS = 250

/** The build for which this tab has reloaded. If the reload did not bring it, it is not tried again. */
const ATTEMPTED_BUILD_KEY = 'reelcast.update'

/** Restores the build id that this page was reloaded for. */
export function restoreAttemptedBuild(): void {
  setAttemptedBuild(read('session', ATTEMPTED_BUILD_KEY))
}

/** Fetches the server's build id. Returns whether the server answered. */
export async function checkForUpdate(): Promise<boolean> {
  if (!currentBuild()) return true
  const build = await fetchBuild()
  if (build) setNewestBuild(build)
  return build !== undefined
}

/**
 * Reloads the page with the new version, at the same address. Waits for a pending command first. Does nothing
 * in a game, nor over typed text unless `lose` is set; returns the reason.
 */
export async function applyUpdate({ lose = false } = {}): Promise<'game' | 'typed' | 'taken'> {
  let why = reloadBlocker()
  while (why === 'busy') {
    await new Promise((done) => setTimeout(done, RETRY_MS))
    why = reloadBlocker()
  }
  // The player may take it from a dialog.
  if (why === 'game' || (why === 'typed' && !lose)) return why
  write('session', ATTEMPTED_BUILD_KEY, newBuild.peek())
  // Activates the waiting worker, if there is one. The page comes from the network in any case.
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  found?.waiting?.postMessage('take')
  await forgetCurrentPage()
  window.location.reload()
  return 'taken'
}
