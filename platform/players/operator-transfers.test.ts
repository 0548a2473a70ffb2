import { beforeAll, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { addPlayer } from '../commands/add-players.ts'
import { balanceOf, HOUSE, walletOf } from '../ledger/ledger.ts'
import { databaseOfFile } from '../testing/store/database-of-file.ts'
import { type Transfer, transfer } from './operator-transfers.ts'
import { checkPassword } from './passwords.ts'

const now = new Date('2026-11-20T12:00:00Z')
const SECRETS = { password: 'lobster-quartz', pin: '0815' }
const database = databaseOfFile()
let playerId: string
beforeAll(async () => {
  playerId = (await addPlayer(database.db, { username: ' Deniz Kaya ', ...SECRETS }, now)) ?? ''
}, 60_000)

const move = (direction: Transfer['direction'], cents: number, reference: string, username = 'DENIZ KAYA') =>
  transfer(database.db, { username, direction, cents, reference, now })
const actions = () =>
  database.db
    .selectFrom('operator_actions')
    .select(['action', 'target', 'outcome', 'ip'])
    .orderBy('id')
    .execute()
const wallet = async () => (await balanceOf(database.db, walletOf(playerId))).balance

test('a new player has a hashed password, the permission of the menu and an empty wallet', async () => {
  const row = await database.db.selectFrom('players').selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ username: 'Deniz Kaya', permissions: [145], is_demo: false, banned: false })
  expect(row.password_hash).toContain('$argon2id$')
  expect(await checkPassword(row.password_hash, SECRETS.password)).toBe(true)
  expect(row.pin_hash).toMatch(/^pbkdf2-sha256:/)
  expect(await wallet()).toBe(0)
  expect(await actions()).toEqual([
    { action: 'players add', target: { player: playerId }, outcome: 'done', ip: 'local' },
  ])
})

test('a name is taken in every spelling, and the player keeps the password', async () => {
  for (const username of ['deniz KAYA', 'DENİZ KAYA', 'denız kaya']) {
    const again = { username, password: 'another-password', pin: '1111' }
    expect(await addPlayer(database.db, again, now)).toBeUndefined()
  }
  const rows = await database.db.selectFrom('players').select('password_hash').execute()
  expect(rows).toHaveLength(1)
  expect(await checkPassword(rows[0]?.password_hash, SECRETS.password)).toBe(true)
  expect(await actions()).toHaveLength(1)
})

test('a reference moves money once, and the books contain movement and action', async () => {
  expect(await move('credit', 5000, 'receipt-1')).toMatchObject({ ok: true, repeated: false })
  expect(await move('credit', 5000, 'receipt-1')).toMatchObject({ ok: true, repeated: true })
  expect(await move('credit', 7000, 'receipt-1')).toMatchObject({ ok: false, code: Code.requestIdReused })
  expect(await move('debit', 5000, 'receipt-1')).toMatchObject({ ok: false, code: Code.requestIdReused })
  expect(await move('debit', 2000, 'receipt-2')).toMatchObject({ ok: true, answer: { balance: 3000 } })
  expect([await wallet(), (await balanceOf(database.db, HOUSE)).balance]).toEqual([3000, -3000])
  const target = { player: playerId, reference: 'receipt-1' }
  expect((await actions()).slice(1).map(({ action, target, outcome }) => [action, target, outcome])).toEqual([
    ['players credit', { ...target, cents: 5000 }, 'done'],
    ['players credit', { ...target, cents: 7000 }, '60010'],
    ['players debit', { ...target, cents: 5000 }, '60010'],
    ['players debit', { ...target, cents: 2000, reference: 'receipt-2' }, 'done'],
  ])
})

test('a wallet never falls below zero, and a refusal is recorded', async () => {
  const before = await wallet()
  expect(await move('debit', before + 1, 'receipt-3')).toMatchObject({ ok: false, code: Code.balanceTooLow })
  expect(await move('credit', 100, 'receipt-4', 'stranger')).toMatchObject({ ok: false, code: Code.notFound })
  expect(await wallet()).toBe(before)
  expect((await actions()).slice(-2).map(({ target, outcome }) => [target, outcome])).toEqual([
    [{ player: playerId, cents: before + 1, reference: 'receipt-3' }, '60004'],
    [{ cents: 100, reference: 'receipt-4' }, '60013'],
  ])
})
