import * as v from 'valibot'
import { call } from '../../net/api.ts'
import { write } from '../storage/storage.ts'
import { playerKey } from './player.ts'
import { beforeLogout, checking, currentToken, type SessionEnd, session, signedOut } from './state.ts'
import { storedPlayer, storedToken } from './stored-token.ts'
import { forgetSession } from './wipe.ts'

/** A logout waits this long for the server, ms. */
const LEAVE_MS = 3_000
export const LEFT_KEY = 'reelcast.left'

/** Tells the other tabs that this player has logged out; it is not kept. */
function tellLeft(player: string): void {
  write('local', LEFT_KEY, `${player}\n${Date.now()}`)
  write('local', LEFT_KEY, undefined)
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
  if (player) tellLeft(player)
  const told = call(v.unknown(), 'POST', '/player/logout', { body: {}, token })
  checking({ leaving: true })
  const here = session.peek()
  const late = new Promise<undefined>((done) => setTimeout(done, LEAVE_MS))
  const answer = await Promise.race([told, late])
  if (session.peek() !== here) return
  if (!answer || (!answer.ok && answer.error.category === 'network')) return signedOut(end)
  history.replaceState({ farewell: end }, '', '/login')
  location.reload()
}

/** Says what a logout left to say before it loaded the page anew. */
export function sayFarewell(): void {
  const end: SessionEnd | undefined = history.state?.farewell
  if (!end) return
  history.replaceState(null, '')
  if (session.peek().status === 'guest') signedOut(end)
}
