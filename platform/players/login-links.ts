import { createHash, randomBytes, randomInt } from 'node:crypto'
import { Code } from '../../src/contract/codes.ts'
import { LINK_SECONDS, type LinkAnswer, type LinkQuestion } from '../../src/contract/phone-login.ts'
import { type Result, refused } from '../lib/result.ts'
import type { Db } from '../store/db.ts'
import type { Identity } from './logins.ts'

/*
 * Login at a kiosk from the player's phone. The code alone gives nothing: only the page that requested it has
 * the secret, and only the secret fetches the login. Every step is one conditional statement, so that of two
 * confirmations, at whichever process, one counts.
 */

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const CODE_LENGTH = 8
/** How long a confirmed code waits for the kiosk's page, ms. */
const PICK_UP_MS = 15_000

const hash = (text: string) => createHash('sha256').update(text).digest('base64url')
/** A code as a player types it. */
const hashOfCode = (code: string) => hash(code.toUpperCase().replace(/[\s-]/g, ''))

/** What the kiosk's page learns. `confirmed` is returned once, with the login that confirmed it. */
type LinkOutcome =
  | { readonly state: 'waiting' | 'refused' | 'over' }
  | { readonly state: 'confirmed'; readonly by: Identity; readonly from: string }

/** Creates a code for a screen of a venue. Also removes codes that are over. */
export async function createLink(
  db: Db,
  { venue, screen }: { venue: string; screen: string },
  now: number,
): Promise<LinkAnswer> {
  await db.deleteFrom('login_links').where('expires_at', '<', new Date(now)).execute()
  const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const secret = randomBytes(32).toString('base64url')
  await db
    .insertInto('login_links')
    .values({
      ...{ code_hash: hash(code), secret_hash: hash(secret), venue, screen, state: 'waiting' as const },
      expires_at: new Date(now + LINK_SECONDS * 1000),
    })
    .execute()
  return { code, secret, seconds: LINK_SECONDS }
}

const waiting = (db: Db, code: string, now: number) =>
  db
    .selectFrom('login_links')
    .select(['venue', 'screen', 'expires_at'])
    .where('code_hash', '=', hashOfCode(code))
    .where('state', '=', 'waiting')
    .where('expires_at', '>', new Date(now))

/** What a player is asked to confirm. Code: linkOver for an unknown, used or expired code. */
export async function readLink(
  db: Db,
  code: string,
  now: number,
): Promise<Result<{ question: LinkQuestion }>> {
  const link = await waiting(db, code, now).executeTakeFirst()
  if (!link) return refused(Code.linkOver)
  const { venue, screen, expires_at } = link
  return {
    ok: true,
    question: { venue, screen, seconds: Math.ceil((expires_at.getTime() - now) / 1000) },
  }
}

/** The first decision counts. Code: linkOver. */
export async function decideLink(
  db: Db,
  { playerId, loginId }: Identity,
  { code, accept }: { code: string; accept: boolean },
  now: number,
): Promise<Result<object>> {
  const decided = await db
    .updateTable('login_links')
    .set({
      state: accept ? 'confirmed' : 'refused',
      player_id: accept ? Number(playerId) : null,
      login_id: accept ? loginId : null,
      expires_at: new Date(now + PICK_UP_MS),
    })
    .where('code_hash', '=', hashOfCode(code))
    .where('state', '=', 'waiting')
    .where('expires_at', '>', new Date(now))
    .returning('code_hash')
    .executeTakeFirst()
  return decided ? { ok: true } : refused(Code.linkOver)
}

/** The state for the page with the secret. A decided link is removed: its outcome is returned once. */
export async function takeLink(db: Db, secret: string, now: number): Promise<LinkOutcome> {
  const taken = await db
    .deleteFrom('login_links')
    .where('secret_hash', '=', hash(secret))
    .where('state', '!=', 'waiting')
    .where('expires_at', '>', new Date(now))
    .returning(['state', 'player_id', 'login_id', 'venue', 'screen'])
    .executeTakeFirst()
  if (taken?.state === 'confirmed' && taken.player_id !== null && taken.login_id !== null) {
    const from = [taken.venue, taken.screen].filter(Boolean).join(', ')
    return { state: 'confirmed', by: { playerId: String(taken.player_id), loginId: taken.login_id }, from }
  }
  if (taken) return { state: 'refused' }
  const open = await db
    .selectFrom('login_links')
    .select('state')
    .where('secret_hash', '=', hash(secret))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  return { state: open ? 'waiting' : 'over' }
}
