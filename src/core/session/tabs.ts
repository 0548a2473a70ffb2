import { type Area, read } from '../storage/storage.ts'
import { logout } from './logout.ts'
import { type PlayerRef, parsePlayerKey, samePlayer } from './player.ts'
import { type Session, session, setSignedOut, updateToken } from './state.ts'
import { LOGOUT_KEY, PLAYER_KEY, TOKEN_KEY } from './stored-token.ts'
import { wipePlayerData } from './wipe.ts'

/** Leaves to another tab what all tabs share, and forgets what is this tab's alone. */
function endThisTab(kind: 'elsewhere' | 'replaced'): void {
  wipePlayerData('session')
  setSignedOut({ kind })
}

/**
 * What all tabs share is not what this tab's session was stored as. The same player's newer token is taken over;
 * another player's is left alone: the newer login goes on, and the older tab stops.
 */
export function syncWithStorage(): void {
  const current = session.peek()
  const shared = read('local', TOKEN_KEY)
  if (current.status !== 'player' || shared === current.token) return
  if (shared === undefined) endThisTab('elsewhere')
  else if (samePlayer(current.user, parsePlayerKey(read('local', PLAYER_KEY)))) updateToken(shared)
  else endThisTab('replaced')
}

/**
 * A rejection may overtake the storage events of the logout in another tab that caused it, as the storage of another
 * process is only eventually consistent. Those events correct the reason of the session that it `ended`. A removed
 * token alone leaves a reason in the server's own words as it is.
 */
export function correctReason(ended: Session, player: PlayerRef, area: Area, event: StorageEvent): void {
  const { key, newValue } = event
  if (ended !== session.peek() || ended.status !== 'guest') return
  const isBroadcast = key === LOGOUT_KEY && newValue !== null && samePlayer(player, parsePlayerKey(newValue))
  const isRemoval =
    key === TOKEN_KEY && newValue === null && area === 'local' && ended.end?.kind !== 'message'
  if (isBroadcast || isRemoval) setSignedOut({ kind: 'elsewhere' })
}

/** Follows what happens to the session in other tabs, for as long as the page lives. */
export function startTabSync(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const current = session.peek()
    if (current.status !== 'player') return
    const isMine = newValue !== null && samePlayer(current.user, parsePlayerKey(newValue))
    // A session of this tab alone has a login of its own: the server is told of its end as well.
    if (key === LOGOUT_KEY && isMine) void logout({ kind: 'elsewhere' })
    else if (key === PLAYER_KEY && newValue !== null && !isMine) endThisTab('replaced')
    // A storage that was cleared has no key.
    else if ((key === TOKEN_KEY || key === null) && read('session', TOKEN_KEY) === undefined)
      syncWithStorage()
  })
}
