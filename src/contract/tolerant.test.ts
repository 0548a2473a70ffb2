import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ChatContactsAnswer, ChatUser, QuickPanelAnswer } from './extras.ts'
import { BrandsAnswer, MachinesAnswer } from './floor.ts'
import { BalanceAnswer, ErrorAnswer, SignInAnswer } from './http.ts'
import { LimitsAnswer } from './limits.ts'
import {
  BalancePush,
  Capabilities,
  GameInitAck,
  GameState,
  HelloAck,
  InfoPush,
  MachinePush,
  QuitPush,
  SpinAck,
  VideoSource,
} from './live.ts'
import { ClaimAnswer, ProfileAnswer, SessionsAnswer, TransactionsAnswer } from './player.ts'
import { RulesAnswer, SpinsAnswer } from './rules.ts'
import { readTolerantly } from './tolerant.ts'
import { Preferences } from './user.ts'

/** The result that the app uses; undefined if it can use nothing. */
const taken = <S extends v.GenericSchema>(schema: S, raw: unknown): v.InferOutput<S> | undefined => {
  const read = readTolerantly(schema, raw)
  return read.ok ? read.output : undefined
}
const paths = (schema: v.GenericSchema, raw: unknown) =>
  (v.safeParse(schema, raw).issues ?? []).map((issue) => v.getDotPath(issue))

const GAME = { seq: 1, phase: 'idle', credit: 5, stake: 1, win: 0, freeSpins: 0, bonusWin: 0 } as const
const ROW = { id: 1, time: '2026-01-01T00:00:00Z', action: 1, amount: 5 }
const SPIN = { id: 1, time: '2026-01-01T00:00:00Z', stake: 5, win: 0 }

/** Minimal answers; the test also sends null in their optional fields. */
const MINIMAL: readonly [name: string, schema: v.GenericSchema, raw: Record<string, unknown>][] = [
  ['ErrorAnswer', ErrorAnswer, { code: 10 }],
  ['SignInAnswer', SignInAnswer, { token: 'x' }],
  ['BalanceAnswer', BalanceAnswer, { balance: 1 }],
  ['BalancePush', BalancePush, { balance: 1 }],
  ['InfoPush', InfoPush, {}],
  ['Capabilities', Capabilities, {}],
  ['VideoSource', VideoSource, { url: '/x' }],
  ['GameState', GameState, GAME],
  ['Brand', BrandsAnswer.item, { id: 1, name: 'Nar' }],
  ['Machine', MachinesAnswer.entries.machines.item, { id: 1, status: 'available' }],
  ['Transaction', TransactionsAnswer.entries.rows.item, ROW],
  ['PlayedSpin', SpinsAnswer.entries.rows.item, SPIN],
  ['ProfileAnswer', ProfileAnswer, { id: 1, username: 'x' }],
  ['RulesAnswer', RulesAnswer, {}],
  ['QuickPanelAnswer', QuickPanelAnswer, {}],
  ['ChatUser', ChatUser, { id: 1 }],
  ['ClaimAnswer', ClaimAnswer, { status: true }],
]

const nullsOf = (schema: v.GenericSchema, raw: Record<string, unknown>) => {
  const { entries = {} } = schema as { entries?: Record<string, unknown> }
  const absent = Object.keys(entries).filter((key) => !(key in raw))
  return { ...raw, ...Object.fromEntries(absent.map((key) => [key, null])) }
}

test.each(MINIMAL)('%s parses null in an optional field as absent, without an issue', (_, schema, raw) => {
  const absent = v.parse(schema, raw)
  const nulls = v.parse(schema, nullsOf(schema, raw)) as object
  const given = Object.fromEntries(Object.entries(nulls).filter(([, value]) => value !== null))
  expect(given).toEqual(absent)
})

test('one invalid machine does not drop the other 47', () => {
  const machines: unknown[] = Array.from({ length: 47 }, (_, id) => ({ id, status: 'available' }))
  machines.splice(20, 0, { status: 'available' }, null, 'x', { id: {} })
  const raw = { machines }
  expect(taken(MachinesAnswer, raw)?.machines).toHaveLength(47)
  expect(paths(MachinesAnswer, raw)).toEqual([
    'machines.20.id',
    'machines.21',
    'machines.22',
    'machines.23.id',
  ])
  // The conformance kit parses strictly.
  expect(v.safeParse(MachinesAnswer, raw).success).toBe(false)
})

test.each([
  ['jackpot', null, '', []],
  ['jackpot', 12, '', ['0.jackpot']],
  ['machineCount', '3', undefined, ['0.machineCount']],
  ['machineCount', null, null, []],
])('%s %j of a brand drops that field only', (field, value, absent, named) => {
  const raw = [{ id: 1, name: 'Nar', jackpot: '5', machineCount: 3, [field]: value }]
  expect(taken(BrandsAnswer, raw)).toEqual([
    { id: '1', name: 'Nar', jackpot: '5', machineCount: 3, [field]: absent },
  ])
  expect(paths(BrandsAnswer, raw)).toEqual(named)
})

test('reservation "no" of a machine parses to none', () => {
  const raw = { machines: [{ id: 1, status: 'available', reservation: 'no' }] }
  expect(taken(MachinesAnswer, raw)?.machines).toMatchObject([{ id: '1', reservation: false }])
})

test('an unknown amount code has no name; an invalid amount drops its row', () => {
  const rows = [
    { ...ROW, action: 7 },
    ROW,
    { ...ROW, amount: '5' },
    { ...ROW, amount: null },
    { ...ROW, balance: '1' },
  ]
  expect(taken(TransactionsAnswer, { rows })?.rows).toEqual([
    { ...ROW, id: '1', action: undefined },
    { ...ROW, id: '1' },
    { ...ROW, id: '1', balance: undefined },
  ])
  // A list in which every row is unreadable is an error, not an empty list.
  expect(taken(SessionsAnswer, { rows: [{}, null] })).toBeUndefined()
  expect(taken(SessionsAnswer, { rows: [] })).toEqual({ rows: [] })
})

test('of an unreadable limit only the kind is known: it is not "no limit", nor is a pending one no change', () => {
  const row = { kind: 'loss-day', value: null, used: 0, resets: ROW.time }
  const pending = (value: unknown) => ({ ...row, kind: 'loss-week', pending: { value, from: ROW.time } })
  const unreadable = { kind: 'loss-day', used: 0, resets: '' }
  const rows = [row, { ...row, value: '5000' }, { ...row, value: 50.5 }, pending('9000'), pending(null)]
  expect(taken(LimitsAnswer, { limits: rows })?.limits).toEqual([
    row,
    unreadable,
    unreadable,
    { ...pending(null), pending: { from: '' } },
    pending(null),
  ])
  expect(taken(LimitsAnswer, { limits: [{ ...row, resets: 7 }] })?.limits).toEqual([unreadable])
  // One of an unknown kind has no place in the app.
  expect(taken(LimitsAnswer, { limits: [row, { ...row, kind: 'deposit-day' }, null] })?.limits).toEqual([row])
  expect(taken(LimitsAnswer, { limits: [{ ...row, kind: 'deposit-day' }] })).toBeUndefined()
})

test('limits with an unreadable end of the pause are unreadable: the player may have paused', () => {
  const limits = [{ kind: 'loss-day', value: null, used: 0, resets: ROW.time }]
  for (const pausedUntil of [7, {}, true])
    expect(taken(LimitsAnswer, { limits, pausedUntil })).toBeUndefined()
  expect(taken(LimitsAnswer, { limits, pausedUntil: null })).toMatchObject({ pausedUntil: null })
})

test.each(['200', 1.5, -1, {}])(
  'an unreadable maximum stake (%j) permits no stake, and is reported',
  (maxStake) => {
    expect(taken(SignInAnswer, { token: 'x', maxStake })?.maxStake).toBe(0)
    expect(paths(SignInAnswer, { token: 'x', maxStake })).toEqual(['maxStake'])
  },
)

test('unreadable permissions, contacts, symbols and ICE servers are dropped', () => {
  const permissions = [{ PermissionId: 145 }, { PermissionId: '145' }, null]
  expect(taken(SignInAnswer, { token: 'x', Permissions: permissions })?.Permissions).toEqual([
    { PermissionId: 145 },
  ])
  expect(taken(ChatContactsAnswer, [{ id: 1, name: 'Ada', unread: [] }, {}])).toMatchObject([
    { name: 'Ada', unread: 0 },
  ])
  expect(taken(RulesAnswer, { symbols: [{ key: 'a', name: 'A' }, { key: '' }], rtp: '95' })).toMatchObject({
    symbols: [{ key: 'a' }],
    rtp: undefined,
  })
  const video = { url: '/x', iceServers: [{ urls: 'stun:x', username: null }, { urls: 5 }] }
  expect(taken(VideoSource, video)?.iceServers).toEqual([{ urls: 'stun:x', username: null }])
})

test('a push of several machines drops the unreadable ones', () => {
  expect(taken(MachinePush, [{ id: 1, status: 'playing' }, { status: 'playing' }])).toEqual([
    { id: '1', status: 'playing' },
  ])
  expect(taken(MachinePush, { status: 'playing' })).toBeUndefined()
})

test('invalid optional fields do not prevent a join', () => {
  const raw = { ok: true, balance: 5, machine: { id: 1, name: null, status: null }, game: GAME }
  const bad = {
    video: 'x',
    capabilities: { buttons: ['spin', 5], stakes: [10, '20', -1], bands: [{}, { id: 1 }] },
  }
  expect(taken(GameInitAck, { ...raw, ...bad, seq: 'x' })).toMatchObject({
    seq: undefined,
    machine: { name: '', status: 'unknown' },
    video: undefined,
    capabilities: { buttons: ['spin'], stakes: [10], bands: [{ id: '1' }] },
  })
  expect(taken(GameInitAck, { ...raw, capabilities: null })).toMatchObject({ capabilities: { buttons: [] } })
  expect(taken(HelloAck, { ok: true, balance: 5, session: 'x' })).toEqual({
    ok: true,
    balance: 5,
    session: undefined,
  })
})

test('the code of a refusal and the text of a removal are optional', () => {
  expect(taken(SpinAck, { ok: false })).toMatchObject({ ok: false, ErrorMessage: '', params: {} })
  expect(
    taken(ErrorAnswer, { code: '7', ErrorMessage: 'no', params: { left: null, is: 5, of: {} } }),
  ).toEqual({
    code: 7,
    ErrorMessage: 'no',
    params: { left: '', is: 5, of: '' },
  })
  expect(taken(QuitPush, 'bye')).toEqual({ message: '' })
})

test.each([null, '5', 1.5, 1e300, Number.POSITIVE_INFINITY, [5], {}])(
  'an amount is never parsed from %j',
  (amount) => {
    expect(taken(BalanceAnswer, { balance: amount })).toBeUndefined()
    for (const field of ['credit', 'stake', 'win', 'bonusWin'])
      expect(taken(GameState, { ...GAME, [field]: amount })).toBeUndefined()
    expect(taken(ClaimAnswer, { status: true, Params: { amount } })?.Params?.amount ?? 0).toBe(0)
    const spin = { id: 1, stake: 5, win: amount, free: false }
    expect(taken(GameState, { ...GAME, spin })).toBeUndefined()
  },
)

test('a stored list keeps its ids next to entries that have no text', () => {
  const raw = { favourites: ['m1', { toString: null }, [{ valueOf: null }], 7, null, 'm1'] }
  expect(readTolerantly(Preferences, raw)).toMatchObject({ ok: true, output: { favourites: ['m1', '7'] } })
})
