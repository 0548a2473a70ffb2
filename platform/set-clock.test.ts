import { once } from 'node:events'
import { join } from 'node:path'
import { decodeProtectedHeader } from 'jose'
import { sql } from 'kysely'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Code } from '../src/contract/codes.ts'
import { SignInAnswer } from '../src/contract/http.ts'
import { auditBooks } from './audit/audit.ts'
import { addPlayer } from './commands/add-players.ts'
import { extendChain } from './ledger/chain.ts'
import { transfer } from './players/operator-transfers.ts'
import { rotateKeys } from './players/signing-keys.ts'
import { type Db, openDatabase } from './store/db.ts'
import { startTestPlayer } from './testing/cluster/player.ts'
import { logIn, MAIN, startProcess } from './testing/process.ts'
import { scratchDataFolder } from './testing/store/scratch-data-folder.ts'

/*
 * Eight players play while the clock of the platform's process is set and its keys are rotated. Their books
 * are at the ends of what they can hold: a wallet near 2^53 cents, and ids up to there.
 */

const PLAYERS = 8
const PASSWORD = 'lobster-quartz'
const DEPOSIT_CENTS = 1_000_000
const RICH_CENTS = Number.MAX_SAFE_INTEGER - 100 * DEPOSIT_CENTS
/** Leaves more ids below 2^53 than this test uses. */
const FIRST_ID = Number.MAX_SAFE_INTEGER - 100_000
/** The ids of players have 15 digits at most. */
const MAX_PLAYER_ID = 999_999_999_999_999
const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const SETTINGS_MS = [HOUR_MS, -DAY_MS, DAY_MS, 0]
const TIMEOUT_MS = 120_000
const PATIENCE = { timeout: 20_000, interval: 100 }
const ID_TABLES = ['movements', 'spins', 'visits', 'operator_actions', 'events']

const dataDir = await scratchDataFolder()

async function withBooks<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const database = await openDatabase({ dataDir })
  return work(database.db).finally(() => database.close())
}

const usernames = Array.from({ length: PLAYERS }, (_, at) => `player-${at}`)
const depositOf = (at: number) => (at === 0 ? RICH_CENTS : DEPOSIT_CENTS)

/** Creates the players, and lets the next ids be near their ends. Returns the players' ids. */
const prepare = () =>
  withBooks(async (db) => {
    const setNextId = (table: string, id: number) =>
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id}, false)`.execute(db)
    await setNextId('players', MAX_PLAYER_ID - PLAYERS + 1)
    const ids: string[] = []
    const now = new Date()
    for (const [at, username] of usernames.entries()) {
      ids.push((await addPlayer(db, { username, password: PASSWORD, pin: '0815' }, now)) ?? '')
      const deposit = { username, direction: 'credit' as const, cents: depositOf(at), now }
      expect(await transfer(db, { ...deposit, reference: username })).toMatchObject({ ok: true })
    }
    await extendChain(db)
    for (const table of ID_TABLES) await setNextId(table, FIRST_ID)
    return ids
  })

async function validate(address: string, token: string) {
  const answer = await fetch(`${address}/api/validate`, { headers: { authorization: `Bearer ${token}` } })
  return { status: answer.status, body: answer.ok ? v.parse(SignInAnswer, await answer.json()) : undefined }
}

test('a clock that is set, new keys and numbers at their ends neither move money nor end logins', {
  timeout: TIMEOUT_MS,
}, async () => {
  const ids = await prepare()
  const clock = new URL('testing/set-clock.ts', import.meta.url).href
  const env = { DEMO: '0', FLOOR_MACHINES: `${PLAYERS}`, LOGIN_LIMIT: '1000', LOG_LEVEL: 'warn' }
  const platform = startProcess(dataDir, env, MAIN, ['--import', clock])
  const { child, exited } = platform
  try {
    const { address } = await platform.ready()
    const tokens = await Promise.all(
      usernames.map((username) => logIn(address, { username, password: PASSWORD })),
    )
    const players = tokens.map((token, at) => startTestPlayer(() => [address], token, String(at + 1)))
    const playOn = (what: string) => {
      const since = performance.now()
      const waiting = () => usernames.filter((_, at) => (players[at]?.lastAt() ?? 0) <= since)
      return expect.poll(waiting, { ...PATIENCE, message: what }).toEqual([])
    }
    await playOn('at the start')
    await rotateKeys(join(dataDir, 'signing-keys.json'), Date.now())
    for (const offset of SETTINGS_MS) {
      child.send({ setClock: offset })
      expect(await once(child, 'message')).toEqual([{ clockSet: offset }, undefined])
      for (const player of players) player.cut()
      const statuses = await Promise.all(tokens.map(async (token) => (await validate(address, token)).status))
      expect.soft(statuses, `tokens at ${offset} ms`).toEqual(tokens.map(() => 200))
      await playOn(`at ${offset} ms`)
    }
    const [before = ''] = tokens
    const keyOf = (token = '') => decodeProtectedHeader(token).kid
    const newKey = async () => keyOf((await validate(address, before)).body?.token)
    await expect.poll(newKey, PATIENCE).not.toBe(keyOf(before))
    await playOn('with a new key')
    await Promise.all(players.map((player) => player.stop()))
    expect(players.flatMap(({ dismissals }) => dismissals)).toEqual([])
    const refusals = new Set(players.flatMap((player) => player.refusals))
    expect([...refusals].filter((code) => code !== Code.machineBusy)).toEqual([])
    child.kill('SIGTERM')
    expect((await exited).code).toBe(0)
    await checkBooks(ids, players)
  } finally {
    child.kill('SIGKILL')
    await exited
  }
})

const checkBooks = (ids: readonly string[], players: readonly { acknowledged: ReadonlySet<string> }[]) =>
  withBooks(async (db) => {
    expect(await auditBooks(db)).toMatchObject({ problems: [], unchained: 0 })
    for (const [at, id] of ids.entries()) {
      const spins = db.selectFrom('spins').select(['id', 'request_id', 'settled_at'])
      const stored = await spins.where('player_id', '=', Number(id)).execute()
      const prefix = `p${id}:`
      // Free spins that were left are played out at the end of a visit, by the platform's own requests.
      const requested = stored.filter(({ request_id }) => request_id.startsWith(prefix))
      const requests = requested.map(({ request_id }) => request_id.slice(prefix.length))
      expect(requests).toEqual(expect.arrayContaining([...(players[at]?.acknowledged ?? [])]))
      expect(new Set(requests).size).toBe(requests.length)
      expect(stored.filter(({ settled_at }) => settled_at === null)).toEqual([])
      expect(Math.min(...stored.map((spin) => spin.id))).toBeGreaterThanOrEqual(FIRST_ID)
      const { rows } = await sql<{ off: string }>`
        select ${depositOf(at)}::bigint
          + (select coalesce(sum(win + jackpot - case when free then 0 else stake end), 0)
             from spins where player_id = ${id}::bigint)
          - (select sum(balance) from accounts where id in (${`wallet:${id}`}, ${`machine:${at + 1}`}))
          as off`.execute(db)
      expect(rows).toEqual([{ off: '0' }])
    }
  })
