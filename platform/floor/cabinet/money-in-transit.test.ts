import { beforeEach, expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import { listPlayers, PLAYER_COLUMNS } from '../../commands/list-players.ts'
import { reportMachines } from '../../commands/machine-report.ts'
import { claim } from '../../players/claims.ts'
import type { Db } from '../../store/db.ts'
import {
  connectTestCabinet,
  eachAtOwnCabinet,
  type Line,
  NOON,
  START_CENTS,
} from '../../testing/floor/cabinet/line.ts'
import type { TestFloor } from '../../testing/floor/floor.ts'

/* Money on its way to a cabinet or back is the player's, wherever the player's money is counted. */

let db: Db
let id: string
let player: string
let t: TestFloor
let line: Line
const open = eachAtOwnCabinet(async (own) => {
  ;({ db, id, player } = own)
})

/** A seated player, whose whole money is in transit. */
beforeEach(async () => {
  t = await open()
  line = await connectTestCabinet(t.floor, id)
  expect(await t.floor.sit(player, id)).toMatchObject({ ok: true })
  line.setAnswering(false)
  const loading = t.floor.load(player, id, { requestId: 'load-0001', amount: START_CENTS })
  await t.floor.idle()
  t.clock.advance(4000)
  expect(await loading).toMatchObject({ ok: true, balance: 0 })
})

test('money in transit counts for the discount where the rule counts credit, and only there', async () => {
  const claimBy = (countsCredit: boolean, requestId: string) => {
    const rule = { amount: 2500, windowMs: 0, maxPerDay: 10, maxBalance: 5000, countsCredit }
    return claim(db, { playerId: player, kind: 'discount', requestId, rule, now: NOON })
  }
  expect(await claimBy(true, 'claim-001')).toMatchObject({ ok: false, code: Code.balanceTooHigh })
  expect(await claimBy(false, 'claim-002')).toMatchObject({ ok: true, answer: { balance: 2500 } })
})

test('the lists of players and of machines have it as credit', async () => {
  const row = (await listPlayers(db, new Date(NOON))).find(([found]) => found === player)
  const columns = PLAYER_COLUMNS.map(({ head }, at) => [head, row?.[at]])
  expect(Object.fromEntries(columns)).toMatchObject({ wallet: '0.00', machine: `C${id}`, credit: '1000.00' })
  const period = { from: new Date(0), to: new Date('2100-01-01') }
  const machine = (await reportMachines(db, period)).find((reported) => String(reported.id) === id)
  expect(machine).toMatchObject({ credit: START_CENTS, cash_in: START_CENTS, cash_out: 0 })
})
