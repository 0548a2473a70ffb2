import { join } from 'node:path'
import { createLogins } from '../../players/logins.ts'
import { openSigningKeys } from '../../players/signing-keys.ts'
import type { Db } from '../../store/db.ts'
import { createTestPlayer } from '../floor/floor.ts'

const [TOKEN_MS, LOGIN_MS] = [3_600_000, 3_600_000]

/**
 * For tests: logs players in beside the processes of a data folder. The function that it returns opens a
 * login of a player, by default of a new one with `cents` in the wallet.
 */
export async function openTestLogins(db: Db, dataDir: string) {
  const options = { tokenMs: TOKEN_MS, now: Date.now }
  const keys = await openSigningKeys(join(dataDir, 'signing-keys.json'), options)
  const logins = createLogins({ db, keys, ...options, loginMs: LOGIN_MS, loginIdleMs: 0 })
  return async (
    cents: number,
    playerId?: string,
  ): Promise<{ id: string; token: string; loginId: string }> => {
    const id = playerId ?? (await createTestPlayer(db, cents))
    const player = db.selectFrom('players').select('password_hash').where('id', '=', Number(id))
    const { password_hash } = await player.executeTakeFirstOrThrow()
    const login = await logins.open(id, { ip: '', device: '' }, { passwordHash: password_hash })
    return { id, token: login?.token ?? '', loginId: login?.loginId ?? '' }
  }
}
