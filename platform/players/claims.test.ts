import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SettingsFile } from '../config/settings-file.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { readClaimRule } from './claim-rules.ts'
import { claimsOf } from './claims.ts'

const database = databaseOfFile()
test.each([
  [{}, { maxBalance: 10_000, countsCredit: false }],
  [{ discountCountsCredit: true }, { maxBalance: 10_000, countsCredit: true }],
])('the limit of the discount by the settings %j', async (file, limit) => {
  const grant = { amount: 2500, maxPerDay: 1 }
  const settings = { read: async () => ({ value: file }) } as unknown as SettingsFile
  const rule = await readClaimRule('discount', { discount: grant, bonus: grant }, settings)
  expect(rule).toEqual({ ...grant, windowMs: 30_000, ...limit })
})

test('a claim does not read the stakes and wins of its player', async () => {
  const { db } = database
  const { id } = await db
    .insertInto('players')
    .values({ username: 'deniz', username_key: 'deniz', password_hash: '' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into movements (request_id, kind, fingerprint, player_id, answer, created_at)
    select 'stake:' || n, 'stake', '', ${id}::bigint, '{}', now() from generate_series(1, 3000) as n`.execute(
    db,
  )
  await sql`analyze movements`.execute(db)
  const plan = JSON.stringify(await claimsOf(db, String(id), 'bonus').explain('json'))
  expect(plan).toContain('movements_claims')
})
