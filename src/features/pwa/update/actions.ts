import { reloadBlocker } from '../../../core/router/reload-blockers.ts'
import { read, write } from '../../../core/storage/storage.ts'
import { fetchBuild } from '../../../net/build-id.ts'
import { forgetCurrentPage } from '../registration.ts'
import { currentBuild, newBuild, setAttemptedBuild, setNewestBuild } from './state.ts'

/** How often a command that is under way is looked at again, ms. */
const RETRY_MS = 250

/** The build that this tab last reloaded for: if the reload does not bring it, it is not tried again. */
const ATTEMPTED_BUILD_KEY = 'reelcast.update'

/** Restores, after a reload, the build that the reload was for. */
export function restoreAttemptedBuild(): void {
  setAttemptedBuild(read('session', ATTEMPTED_BUILD_KEY))
}

/** Asks the server which build it has. Gives whether it answered. */
export async function checkForUpdate(): Promise<boolean> {
  if (!currentBuild()) return true
  const build = await fetchBuild()
  if (build) setNewestBuild(build)
  return build !== undefined
}

/**
 * Loads the page anew, with the version that waits; the address stays, and with it where the player is. Waits for a
 * command that is under way. Does nothing in a game, nor (except with `lose`) where text is typed: it says so.
 */
export async function applyUpdate({ lose = false } = {}): Promise<'game' | 'typed' | 'taken'> {
  let why = reloadBlocker()
  while (why === 'busy') {
    await new Promise((done) => setTimeout(done, RETRY_MS))
    why = reloadBlocker()
  }
  if (why && !(why === 'typed' && lose)) return why
  write('session', ATTEMPTED_BUILD_KEY, newBuild.peek())
  // Where there is a service worker its next version takes over; the page comes from the network in any case.
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  found?.waiting?.postMessage('take')
  await forgetCurrentPage()
  window.location.reload()
  return 'taken'
}
