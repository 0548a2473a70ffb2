import { effect } from '@preact/signals-react'
import { read } from '../storage/storage.ts'
import { LOGOUT_KEY, logout } from './logout.ts'
import { parsePlayerKey, playerKey, samePlayer } from './player.ts'
import { session, signedOut, updateToken } from './state.ts'
import { PLAYER_KEY, TOKEN_KEY } from './stored-token.ts'
import { wipePlayerData } from './wipe.ts'

/** Leaves to another tab what all tabs share, and forgets what is this tab's alone. */
function endThisTab(kind: 'elsewhere' | 'replaced'): void {
  wipePlayerData('session')
  signedOut({ kind })
}

/**
 * What all tabs share is not what this tab's session was stored as. The same player's newer token is taken over;
 * another player's is left alone: the newer login goes on, and the older tab stops.
 */
export function syncWithStorage(): void {
  const now = session.peek()
  const shared = read('local', TOKEN_KEY)
  if (now.status !== 'player' || shared === now.token) return
  if (shared === undefined) endThisTab('elsewhere')
  else if (samePlayer(now.user, parsePlayerKey(read('local', PLAYER_KEY)))) updateToken(shared)
  else endThisTab('replaced')
}

/** A tab tells of its logout within this of the server, ms. */
const BROADCAST_WINDOW_MS = 5_000

/** Follows what happens to the session in other tabs, for as long as the page lives. */
export function startTabSync(): void {
  /** Whose session this tab has, or had until a moment ago. */
  let lastPlayerKey: string | undefined
  effect(() => {
    const now = session.value
    if (now.status === 'player') lastPlayerKey = playerKey(now.user)
    else {
      const timer = setTimeout(() => {
        lastPlayerKey = undefined
      }, BROADCAST_WINDOW_MS)
      return () => clearTimeout(timer)
    }
  })
  window.addEventListener('storage', ({ key, newValue }) => {
    const now = session.peek()
    // The server's word of a logout in another tab overtook that tab's.
    if (
      now.status === 'guest' &&
      key === LOGOUT_KEY &&
      lastPlayerKey &&
      newValue?.startsWith(`${lastPlayerKey}\n`)
    )
      signedOut({ kind: 'elsewhere' })
    if (now.status !== 'player') return
    const isMine = newValue !== null && samePlayer(now.user, parsePlayerKey(newValue))
    // A session of this tab alone has a login of its own: the server is told of its end as well.
    if (key === LOGOUT_KEY && isMine) void logout({ kind: 'elsewhere' })
    else if (key === PLAYER_KEY && newValue !== null && !isMine) endThisTab('replaced')
    // A storage that was cleared has no key.
    else if ((key === TOKEN_KEY || key === null) && read('session', TOKEN_KEY) === undefined)
      syncWithStorage()
  })
}
