import type * as v from 'valibot'
import type { SignInAnswer } from '../../src/contract/http.ts'
import type { Db } from '../store/db.ts'
import type { Identity } from './logins.ts'
import { readOwnLimits } from './own-limits.ts'

/* What a player is told at a login and at each renewal of its token. */

export type SignIn = v.InferInput<typeof SignInAnswer>

export interface SignInAnswerOptions {
  db: Db
  /** Sent as `versions`. */
  version: string
  /** Sent as `early_video_url`; empty for none, because the app keeps the value of a missing field. */
  earlyVideoUrl: string
}

/** `token`: the newest of the login. */
export async function signInAnswer(
  { db, version, earlyVideoUrl }: SignInAnswerOptions,
  identity: Identity,
  token: string,
  ip: string,
): Promise<SignIn> {
  const { player, summary } = await playerSummary(db, identity)
  const { maxStake } = await readOwnLimits(db, identity.playerId)
  return {
    ...summary,
    token,
    pin_code: player.pin_hash,
    Group: player.group,
    Permissions: player.permissions.map((PermissionId) => ({ PermissionId })),
    ip_address: ip,
    versions: version,
    early_video_url: earlyVideoUrl,
    last_machines: await lastMachines(db, identity.playerId),
    maxStake: Number.isFinite(maxStake) ? maxStake : null,
  }
}

/** A player's row, and the fields of every answer; the last logon is the one before this login. */
export async function playerSummary(db: Db, identity: Identity) {
  const player = await db
    .selectFrom('players')
    .selectAll()
    .where('id', '=', Number(identity.playerId))
    .executeTakeFirstOrThrow()
  const last = await previousLogin(db, identity)
  const summary = {
    id: identity.playerId,
    username: player.username,
    name: player.name,
    lastname: player.lastname,
    last_logon: last?.created_at.toISOString() ?? null,
    last_logon_ip: last?.ip || null,
  }
  return { player, summary }
}

/** Enough visits to find MAX_LAST_MACHINES machines of a player who returns to one machine often. */
const LAST_VISITS = 50
const MAX_LAST_MACHINES = 3

/** The ids of the machines that a player played last, the last one first. */
async function lastMachines(db: Db, playerId: string): Promise<string[]> {
  const visits = await db
    .selectFrom('visits')
    .select('machine_id')
    .where('player_id', '=', Number(playerId))
    .orderBy('id', 'desc')
    .limit(LAST_VISITS)
    .execute()
  return [...new Set(visits.map(({ machine_id }) => String(machine_id)))].slice(0, MAX_LAST_MACHINES)
}

function previousLogin(db: Db, { playerId, loginId }: Identity) {
  return db
    .selectFrom('logins')
    .select(['created_at', 'ip'])
    .where('player_id', '=', Number(playerId))
    .where('id', '!=', loginId)
    .where('created_at', '<=', (now) =>
      now.selectFrom('logins').select('created_at').where('id', '=', loginId),
    )
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
