import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { findSpins, readMovements, readSpins } from './chained-rows.ts'

const database = databaseOfFile()
/** The content as one jsonb value: the form that the hashes of all books were computed from. */
const REFERENCE = sql<{ content: string }>`select jsonb_build_array(
  m.id, m.request_id, m.kind, m.fingerprint, m.player_id, m.machine_id,
  encode(sha256(convert_to(m.answer::text, 'UTF8')), 'hex'),
  (extract(epoch from m.created_at) * 1000)::bigint,
  (select jsonb_agg(jsonb_build_array(e.account_id, e.amount, e.balance_after) order by e.account_id collate "C")
    from entries e where e.movement_id = m.id),
  case when m.kind in ('stake', 'free-spin') then (select jsonb_build_array(s.id, s.machine_id, s.player_id, s.visit_id, s.game, s.definition, s.stake, s.free,
      s.stops, s.wins, s.win, s.jackpot_hit, s.free_awarded, (extract(epoch from s.created_at) * 1000)::bigint)
    from spins s where s.request_id = m.request_id) end
)::text as content from movements m order by m.id`

test('the content that the chain hashes is the text of one jsonb value, whatever the rows hold', async () => {
  const { db } = database
  await sql`insert into players (username, username_key, password_hash) values ('a', 'a', '')`.execute(db)
  await sql`insert into visits (player_id, machine_id) values (1, 1)`.execute(db)
  await sql`insert into accounts (id) values ('wallet:1'), ('Ä "quoted"'), ('machine:1')`.execute(db)
  await sql`insert into game_definitions (hash, game, definition) values ('f00', 'g', '{}')`.execute(db)
  const texts = ['plain', '', 'a "b" \\ c', 'line\nbreak\ttab\u0001', 'ğüşİ — 😀', "it's / </script>"]
  for (const [at, text] of texts.entries()) {
    const kind = ['stake', 'free-spin', 'win'][at % 3] ?? ''
    const requestId = `r${at} ${text}`
    const known = at % 2 === 0
    await sql`insert into movements (request_id, kind, fingerprint, player_id, machine_id, answer, created_at)
      values (${requestId}, ${kind}, ${text}, ${known ? 1 : null}, ${known ? 1 : null},
        ${JSON.stringify({ text, n: 1.5, list: [null, true] })}, ${new Date(1_700_000_000_123 + at)})`.execute(
      db,
    )
    if (at !== 1)
      await sql`insert into entries values (${at + 1}, 'wallet:1', -500, 9007199254740991),
        (${at + 1}, 'Ä "quoted"', 499, 0), (${at + 1}, 'machine:1', 1, -1)`.execute(db)
    if (kind !== 'win' && at !== 4)
      await sql`insert into spins (request_id, machine_id, player_id, visit_id, game, definition, stake, free, stops, wins,
          win, jackpot_hit, free_awarded, created_at, settled_at)
        values (${requestId}, 1, 1, 1, ${text}, ${known ? 'f00' : null}, 100, ${known}, '[1, 22, 3]',
          ${JSON.stringify([{ line: -1, symbol: text, amount: 5 }])}, 5, ${!known}, 2,
          ${new Date(1_700_000_000_456)}, now())`.execute(db)
  }
  const expected = (await REFERENCE.execute(db)).rows.map(({ content }) => content)
  const find = (requestIds: readonly string[]) => findSpins(db, requestIds)
  const { movements, lost } = await readMovements(db, 0, 100, find)
  expect(movements.map(({ content }) => content)).toEqual(expected)
  expect(lost).toEqual([])
  const { spins } = await readSpins(db, 0, 100)
  expect(spins.size).toBe(3)
  expect(spins).toEqual(await find(movements.map(({ requestId }) => requestId)))
})
