import { effect } from '@preact/signals-react'
import { read } from '../storage/storage.ts'
import { LEFT_KEY, logout } from './logout.ts'
import { playerKey, playerOfKey, samePlayer } from './player.ts'
import { renewed, session, signedOut } from './state.ts'
import { PLAYER_KEY, TOKEN_KEY } from './stored-token.ts'
import { wipe } from './wipe.ts'

/** Leaves to another tab what all tabs share, and forgets what is this tab's alone. */
function stop(kind: 'elsewhere' | 'replaced'): void {
  wipe('session')
  signedOut({ kind })
}

/**
 * What all tabs share is not what this tab's session was stored as. The same player's newer token is taken over;
 * another player's is left alone: the newer login goes on, and the older tab stops.
 */
export function followStored(): void {
  const now = session.peek()
  const shared = read('local', TOKEN_KEY)
  if (now.status !== 'player' || shared === now.token) return
  if (shared === undefined) stop('elsewhere')
  else if (samePlayer(now.user, playerOfKey(read('local', PLAYER_KEY)))) renewed(shared)
  else stop('replaced')
}

/** A tab tells of its logout within this of the server, ms. */
const SOON_MS = 5_000

/** Follows what happens to the session in other tabs, for as long as the page lives. */
export function watchTabs(): void {
  /** Whose session this tab has, or had until a moment ago. */
  let whose: string | undefined
  effect(() => {
    const now = session.value
    if (now.status === 'player') whose = playerKey(now.user)
    else {
      const timer = setTimeout(() => {
        whose = undefined
      }, SOON_MS)
      return () => clearTimeout(timer)
    }
  })
  window.addEventListener('storage', ({ key, newValue }) => {
    const now = session.peek()
    // The server's word of a logout in another tab overtook that tab's.
    if (now.status === 'guest' && key === LEFT_KEY && whose && newValue?.startsWith(`${whose}\n`))
      signedOut({ kind: 'elsewhere' })
    if (now.status !== 'player') return
    const isMine = newValue !== null && samePlayer(now.user, playerOfKey(newValue))
    // A session of this tab alone has a login of its own: the server is told of its end as well.
    if (key === LEFT_KEY && isMine) void logout({ kind: 'elsewhere' })
    else if (key === PLAYER_KEY && newValue !== null && !isMine) stop('replaced')
    // A storage that was cleared has no key.
    else if ((key === TOKEN_KEY || key === null) && read('session', TOKEN_KEY) === undefined) followStored()
  })
}
