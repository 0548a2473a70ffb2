import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  Capabilities,
  CashoutAck,
  GameInitAck,
  GameState,
  InfoPush,
  JackpotPush,
  LoadRequest,
  MachinePush,
  SessionPush,
  SpinAck,
  withOk,
} from './live.ts'
import { readTolerantly } from './tolerant.ts'

test('a single machine change and a list parse to the same', () => {
  const one = { id: 7, status: 'playing' }
  expect(v.parse(MachinePush, one)).toEqual([{ id: '7', status: 'playing' }])
  expect(v.parse(MachinePush, [one])).toEqual([{ id: '7', status: 'playing' }])
})

test('a single jackpot and a list parse to the same', () => {
  const one = { id: 7, jackpot: '100,20' }
  expect(v.parse(JackpotPush, one)).toEqual([{ id: '7', jackpot: '100,20' }])
  expect(v.parse(JackpotPush, [one, one])).toHaveLength(2)
  expect(v.safeParse(JackpotPush, { id: 7 }).success).toBe(false)
})

test('an unknown status parses to unknown', () => {
  expect(v.parse(MachinePush, { id: 'a', status: 'on fire' })).toEqual([{ id: 'a', status: 'unknown' }])
})

test('an unknown action parses to none', () => {
  expect(v.parse(InfoPush, { code: 1, action: 'format c:' })).toMatchObject({ action: 'none', params: {} })
})

test.each([0, -5, 1.5, Number.NaN, 2 ** 60, '100', null])('%s is not a valid amount', (amount) => {
  expect(v.safeParse(LoadRequest, { requestId: 'abcdefgh', amount }).success).toBe(false)
})

test('an unannounced button is absent', () => {
  expect(v.parse(Capabilities, {})).toEqual({ buttons: [], stakes: [], transfer: false })
})

const ackOf = (schema: v.GenericSchema, raw: unknown) => {
  const read = readTolerantly(schema, withOk(raw))
  return read.ok ? (read.output as Record<string, unknown>) : undefined
}

test.each([
  { game: { videoType: 'camera', bandSelects: [] } },
  { game: { id: 7, volume: 1 }, machine: { status: 'playing', brand: 'nar' } },
  { machine: 7 },
  { balance: '100' },
  { ok: 1, status: 1 },
  { ok: 'true' },
])('an init answer with other fields, %j, joins', (raw) => {
  expect(ackOf(GameInitAck, raw)).toMatchObject({ ok: true })
  expect(ackOf(GameInitAck, raw)).not.toHaveProperty('game.id')
})

test.each([{ amount: '500' }, { balance: '1000' }, { game: {} }])(
  'a cash-out answer with an unreadable part, %j, is done, and the part is absent',
  (raw) => {
    const ack = ackOf(CashoutAck, raw)
    expect(ack?.ok).toBe(true)
    for (const field of Object.keys(raw)) expect(ack?.[field]).toBeUndefined()
  },
)

const GAME = { seq: 1, phase: 'idle', credit: 5, stake: 1, win: 0, freeSpins: 0, bonusWin: 0 }
const cabinetOf = (schema: v.GenericSchema, raw: object, cabinet: unknown) => {
  const { ok, issues, ...read } = readTolerantly(schema, { ...raw, cabinet })
  return { ok, isReported: issues !== undefined, cabinet: Object('output' in read && read.output).cabinet }
}

test.each([
  { transfer: { direction: 'load', amount: '500' } },
  { transfer: { direction: 'home', amount: 500 } },
  { transfer: true },
  { handPay: 12.5, status: 'hand-pay' },
  { foreignCredit: '5' },
  'a cabinet',
])('a cabinet with unknown money, %j, counts as unreachable', (cabinet) => {
  const unknown = { ok: true, isReported: true, cabinet: { status: 'unreachable' } }
  expect(cabinetOf(GameState, GAME, cabinet)).toEqual(unknown)
  expect(cabinetOf(SessionPush, { status: true, id: 7 }, cabinet)).toEqual(unknown)
})

test.each([[undefined], [null], [{ status: 'ready', transfer: null, handPay: null }]])(
  'the cabinet %j stays as it is',
  (cabinet) => {
    expect(cabinetOf(GameState, GAME, cabinet)).toEqual({ ok: true, isReported: false, cabinet })
  },
)

test("a cabinet's unreadable words lose these alone", () => {
  const cabinet = { status: 'fault', fault: 7, handPay: 5 }
  expect(cabinetOf(GameState, GAME, cabinet).cabinet).toMatchObject({ status: 'fault', handPay: 5 })
})

test.each([
  { status: true, ErrorMessage: 'OK' },
  { code: 20000, ErrorMessage: 'Request successful' },
  { code: 0 },
  { code: '' },
])('%j is no refusal, as of a call over HTTP', (raw) => {
  expect(ackOf(CashoutAck, raw)?.ok).toBe(true)
})

test.each([{ ErrorMessage: 'closed' }, { code: 0, ErrorMessage: 'closed' }, { status: true, code: 60005 }])(
  '%j is a refusal, as of a call over HTTP',
  (raw) => {
    expect(ackOf(CashoutAck, raw)?.ok).toBe(false)
  },
)

test('a code may be a text of digits; the strict reading names it', () => {
  expect(ackOf(SpinAck, { ok: false, code: '60005' })).toMatchObject({ ok: false, code: 60005 })
  expect(ackOf(CashoutAck, { code: '20000' })).toMatchObject({ ok: true })
  expect(readTolerantly(InfoPush, { code: '18802' })).toMatchObject({ ok: true, output: { code: 18_802 } })
  expect(readTolerantly(InfoPush, { code: '18802x' })).toMatchObject({ output: { code: 0 } })
  expect(v.safeParse(InfoPush, { code: '18802' }).success).toBe(false)
})
