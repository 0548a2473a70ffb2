import * as v from 'valibot'
import { call } from '../../net/api.ts'
import { write } from '../storage/storage.ts'
import { playerKey } from './player.ts'
import { beforeLogout, currentToken, type SessionEnd, session, setPending, setSignedOut } from './state.ts'
import { LOGOUT_KEY, storedPlayer, storedToken } from './stored-token.ts'
import { forgetSession } from './wipe.ts'

/** Maximum time to wait for the server's answer, ms. */
const LOGOUT_TIMEOUT_MS = 3_000

/** Reports this player's logout to the other tabs. */
function broadcastLogout(player: string): void {
  write('local', LOGOUT_KEY, `${player}\n${Date.now()}`)
  write('local', LOGOUT_KEY, undefined)
}

/** See actions.ts. */
export async function logout(end: SessionEnd): Promise<void> {
  const current = session.peek()
  const token = currentToken() ?? storedToken()
  if (!token || current.status === 'guest' || (current.status === 'unknown' && current.leaving)) return
  const player = current.status === 'player' ? playerKey(current.user) : storedPlayer()
  // Closes a game first: its video and its socket need the token.
  for (const close of beforeLogout) close()
  // Before the server ends the session, so that other tabs receive the reason from this one.
  forgetSession(player)
  if (player) broadcastLogout(player)
  const request = call(v.unknown(), 'POST', '/player/logout', { body: {}, token })
  setPending({ leaving: true })
  const leaving = session.peek()
  const timeout = new Promise<undefined>((done) => setTimeout(done, LOGOUT_TIMEOUT_MS))
  const answer = await Promise.race([request, timeout])
  if (session.peek() !== leaving) return
  if (!answer || (!answer.ok && answer.error.category === 'network')) return setSignedOut(end)
  history.replaceState({ farewell: end }, '', '/login')
  location.reload()
}

/** Shows the reason that `logout` stored before it reloaded the page. */
export function showLogoutReason(): void {
  const end: SessionEnd | undefined = history.state?.farewell
  if (!end) return
  history.replaceState(null, '')
  if (session.peek().status === 'guest') setSignedOut(end)
}
