import { type Area, read } from '../storage/storage.ts'
import { logout } from './logout.ts'
import { type PlayerRef, parsePlayerKey, samePlayer } from './player.ts'
import { storedAnswer } from './sign-in.ts'
import { type Session, session, setSignedOut, updateToken } from './state.ts'
import { LOGOUT_KEY, PLAYER_KEY, TOKEN_KEY } from './stored-token.ts'
import { wipePlayerData } from './wipe.ts'

/** Removes this tab's data and leaves the shared data to another tab. */
function endThisTab(kind: 'elsewhere' | 'replaced'): void {
  wipePlayerData('session')
  setSignedOut({ kind })
}

/**
 * Handles a shared token that differs from this tab's. A newer token of the same player is adopted. After
 * another player's login this tab ends; the newer login is left unchanged.
 */
export function syncWithStorage(): void {
  const current = session.peek()
  const shared = read('local', TOKEN_KEY)
  if (current.status !== 'player' || shared === current.token) return
  if (shared === undefined) endThisTab('elsewhere')
  else if (samePlayer(current.user, parsePlayerKey(read('local', PLAYER_KEY))))
    updateToken(shared, { maxStake: storedAnswer().maxStake ?? undefined })
  else endThisTab('replaced')
}

/**
 * Corrects the reason of the session that has `ended`. A logout in another tab may cause a rejection here
 * before its own storage events arrive, because storage is only eventually consistent between processes. The
 * removal of the token does not replace a reason in the server's words.
 */
export function correctReason(ended: Session, player: PlayerRef, area: Area, event: StorageEvent): void {
  const { key, newValue } = event
  if (ended !== session.peek() || ended.status !== 'guest') return
  const isBroadcast = key === LOGOUT_KEY && newValue !== null && samePlayer(player, parsePlayerKey(newValue))
  const isRemoval =
    key === TOKEN_KEY && newValue === null && area === 'local' && ended.end?.kind !== 'message'
  if (isBroadcast || isRemoval) setSignedOut({ kind: 'elsewhere' })
}

/** Follows logins and logouts of other tabs, for as long as the page lives. */
export function startTabSync(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    const current = session.peek()
    if (current.status !== 'player') return
    const isMine = newValue !== null && samePlayer(current.user, parsePlayerKey(newValue))
    // A session of this tab only has its own login, so its end is reported to the server too.
    if (key === LOGOUT_KEY && isMine) void logout({ kind: 'elsewhere' })
    else if (key === PLAYER_KEY && newValue !== null && !isMine) endThisTab('replaced')
    // Clearing the storage fires one event without a key.
    else if ((key === TOKEN_KEY || key === null) && read('session', TOKEN_KEY) === undefined)
      syncWithStorage()
  })
}
