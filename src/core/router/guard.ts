import { effect } from '@preact/signals-react'
import { session } from '../session/state.ts'
import { extras } from '../settings/extras.ts'
import { read, write } from '../storage/storage.ts'
import { authorize, safePath } from './authorize.ts'
import { LOGIN } from './find-route.ts'
import { pathname, startPathnameSync, updatePathname } from './pathname.ts'

const PATH_KEY = 'reelcast.path'

/** Returns the path that a guest requested before the login, and removes it. */
function takeRememberedPath(): string | undefined {
  const path = safePath(read('session', PATH_KEY), location.origin)
  write('session', PATH_KEY, undefined)
  return path
}

/**
 * Redirects from every path that the user may not see, for as long as the page lives. `authorize` decides at
 * each change of the session or the path. A logout, in whichever tab, leaves no path for the next player.
 */
export function startGuard(): void {
  startPathnameSync()
  effect(() => {
    const current = session.value
    if (current.status === 'unknown') return
    const { id = '', username = '', roles = [] } = current.status === 'player' ? current.user : {}
    const decision = authorize(roles, pathname.value, extras.value, [id, username])
    if (decision === 'stay') return
    let to: string = decision
    if (decision === 'login') {
      const end = current.status === 'guest' ? current.end?.kind : undefined
      const hasLoggedOut = end === 'logout' || end === 'elsewhere' || end === 'idle'
      const requestedPath = location.pathname + location.search + location.hash
      write('session', PATH_KEY, hasLoggedOut ? undefined : safePath(requestedPath, location.origin))
      to = LOGIN
    } else if (decision === 'back') to = takeRememberedPath() ?? '/'
    history.replaceState(null, '', to)
    updatePathname()
  })
}
