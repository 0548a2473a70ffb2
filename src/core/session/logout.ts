import * as v from 'valibot'
import { call } from '../../net/api.ts'
import { write } from '../storage/storage.ts'
import { playerKey } from './player.ts'
import { beforeLogout, currentToken, type SessionEnd, session, setPending, signedOut } from './state.ts'
import { LOGOUT_KEY, storedPlayer, storedToken } from './stored-token.ts'
import { forgetSession } from './wipe.ts'

/** A logout waits this long for the server, ms. */
const LOGOUT_TIMEOUT_MS = 3_000

/** Tells the other tabs that this player has logged out; it is not kept. */
function broadcastLogout(player: string): void {
  write('local', LOGOUT_KEY, `${player}\n${Date.now()}`)
  write('local', LOGOUT_KEY, undefined)
}

/** See actions.ts. */
export async function logout(end: SessionEnd): Promise<void> {
  const now = session.peek()
  const token = currentToken() ?? storedToken()
  if (!token || now.status === 'guest' || (now.status === 'unknown' && now.leaving)) return
  const player = now.status === 'player' ? playerKey(now.user) : storedPlayer()
  // A game is left first: its picture and its line are closed in the name of who opened them.
  for (const close of beforeLogout) close()
  // Before the server knows, so that other tabs hear it from here.
  forgetSession(player)
  if (player) broadcastLogout(player)
  const request = call(v.unknown(), 'POST', '/player/logout', { body: {}, token })
  setPending({ leaving: true })
  const here = session.peek()
  const timeout = new Promise<undefined>((done) => setTimeout(done, LOGOUT_TIMEOUT_MS))
  const answer = await Promise.race([request, timeout])
  if (session.peek() !== here) return
  if (!answer || (!answer.ok && answer.error.category === 'network')) return signedOut(end)
  history.replaceState({ farewell: end }, '', '/login')
  location.reload()
}

/** Says what a logout left to say before it loaded the page anew. */
export function showLogoutReason(): void {
  const end: SessionEnd | undefined = history.state?.farewell
  if (!end) return
  history.replaceState(null, '')
  if (session.peek().status === 'guest') signedOut(end)
}
