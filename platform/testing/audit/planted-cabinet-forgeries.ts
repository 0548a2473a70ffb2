import type { CabinetBooks } from './cabinet-books.ts'
import {
  endVisit,
  forgedGame,
  forgedHandPay,
  forgedMovement,
  handOver,
  MADE_UP,
  madeUpVisit,
  move,
  NOW,
  settleAction,
} from './forged-movement.ts'
import type { PlantedChange } from './plant-changes.ts'

/* For tests: movements that are right in themselves, which the audit must reject, at cabinets. */

const visitAt = (machine: number) => `(select visit_id from machines where id = ${machine})`
const count = (machine: number, column: string, cents: number) =>
  `update visits set ${column} = ${column} + ${cents} where id = ${visitAt(machine)}`

const plant = (what: string, names: string, ...statements: string[]): PlantedChange => ({
  what: `cabinet's movements: ${what}`,
  statements,
  names,
})

/** Balanced movements: their amounts are not those that their kind moves, or no cabinet has caused them. */
export function forgedCabinetMovements(books: CabinetBooks): PlantedChange[] {
  const { transfers, player, cashingOut, sixth } = books
  const [wallet, wallet2] = [`wallet:${player}`, `wallet:${cashingOut}`]
  const forge = (requestId: string, kind: string, from: string, to: string, names: string): PlantedChange =>
    plant(
      requestId,
      `movement ${MADE_UP} ${names}`,
      forgedMovement({ requestId, kind, player, machine: 1, lines: move(from, 100, to) }),
    )
  const notReported = (kind: string) => `is a ${kind} that the cabinet 1 did not report`
  const pending = transfers['pending cash-out']
  const endPending = (state: string) =>
    `update transfers set state = '${state}', ended_at = ${NOW} where id = '${pending}'`
  const atSecond = { kind: 'cash-out', player: cashingOut, machine: 2, visit: visitAt(2) }
  const ofMovement = `movement ${MADE_UP}`
  return [
    forge('game:1:99', 'game', 'house:1', 'machine:1', 'is a game that no cabinet has reported'),
    forge('forged', 'game', 'house:1', 'machine:1', notReported('game')),
    forge('game:2:99', 'game', 'house:1', 'machine:1', notReported('game')),
    forge('hand-pay:1:h9', 'hand-pay', 'house:1', 'machine:1', 'is a hand-pay that no cabinet has reported'),
    forge('forged', 'hand-pay', 'house:1', 'suspense:1', notReported('hand-pay')),
    forge('forged', 'drift', 'house:1', 'suspense:1', notReported('drift')),
    forge('settle:1:forged', 'settle', 'suspense:1', wallet, 'is a settle that no operator made'),
    forge('settled-visit:1', 'cash-out', 'machine:1', wallet, 'is a cash-out that no operator made'),
    forge(
      'transfer:forged:settled',
      'transit-out',
      'transit:1',
      'machine:1',
      'is a transit-out that no operator made',
    ),
    forge('transfer:forged:paid', 'cash-out', 'transit:1', wallet, 'is a cash-out, which machine 1 does not'),
    forge('p1:forged', 'cash-out', 'machine:1', wallet, 'is a cash-out at machine 1, and names no transfer'),
    forge('p1:forged', 'cash-in', wallet, 'machine:1', 'is a cash-in at machine 1, and names no transfer'),
    forge('p1:forged', 'cash-in', wallet, 'transit:1', 'puts money in transit, and names no transfer'),
    forge(
      'p1:forged',
      'transit-in',
      'machine:1',
      'transit:1',
      'puts money in transit, and names no transfer',
    ),
    forge('p1:forged', 'transit-out', 'transit:1', 'machine:1', 'takes money out of transit, and names no'),
    forge('p1:forged', 'cash-in-back', 'transit:1', wallet, 'takes money out of transit, and names no'),
    forge('p1:forged', 'stake', 'machine:1', 'house:1', 'is a stake, which machine 1 does not have'),
    forge('spin:1:win', 'win', 'house:1', 'machine:1', 'is a win, which machine 1 does not have'),
    plant(
      'a cash-out that the house enlarges',
      ofMovement,
      endPending('done'),
      forgedMovement({
        ...{ ...atSecond, requestId: `transfer:${pending}:paid`, fingerprint: '{"cents":5800}' },
        lines: { 'transit:2': -800, 'house:2': -5000, [wallet2]: 5800 },
      }),
      count(2, 'cash_out', 5800),
    ),
    plant(
      'a settled cash-out that the house enlarges, as if its cabinet had reported it',
      `${ofMovement} moves -5000 to house:2`,
      endPending('settled'),
      settleAction({ machine: 2, transfer: pending, outcome: 'done', held: 5800, cents: 800 }),
      forgedMovement({
        ...{ ...atSecond, requestId: `transfer:${pending}:settled`, fingerprint: '{"cents":5800}' },
        lines: { 'transit:2': -800, 'house:2': -5000, 'suspense:2': 5000, [wallet2]: 800 },
      }),
      count(2, 'cash_out', 800),
    ),
    plant(
      'a settled cash-out of another amount than its action has',
      ofMovement,
      endPending('settled'),
      settleAction({ machine: 2, transfer: pending, outcome: 'done', held: 900, cents: 700 }),
      forgedMovement({
        ...{ ...atSecond, requestId: `transfer:${pending}:settled` },
        lines: { 'transit:2': -800, 'suspense:2': 100, [wallet2]: 700 },
      }),
      count(2, 'cash_out', 700),
    ),
    plant(
      'a settled visit that the house enlarges',
      ofMovement,
      settleAction({ machine: 1, visit: 1, player: String(player), held: 600, cents: 5600 }),
      forgedMovement({
        ...{ requestId: 'settled-visit:1', kind: 'cash-out', player, machine: 1, visit: visitAt(1) },
        lines: {
          'machine:1': "-(select balance from accounts where id = 'machine:1')",
          'house:1': -5000,
          [wallet]: 5600,
        },
      }),
      count(1, 'cash_out', 5600),
    ),
    plant(
      'a load of which a part arrives at once',
      ofMovement,
      `insert into transfers (id, machine_id, player_id, visit_id, direction, cents, state, created_at)
        values ('forged', 6, ${sixth}, ${visitAt(6)}, 'load', 600, 'pending', ${NOW})`,
      forgedMovement({
        ...{ requestId: 'p1:forged', kind: 'cash-in', player: sixth, machine: 6, visit: visitAt(6) },
        ...{ transfer: 'forged', fingerprint: 'load 6 1000' },
        lines: { [`wallet:${sixth}`]: -1000, 'transit:6': 600, 'machine:6': 400 },
      }),
      count(6, 'cash_in', 1000),
    ),
    plant(
      "a game whose win is put in suspense, though its stake is the player's",
      ofMovement,
      ...forgedGame({ machine: 1, number: 2, stake: 100, win: 5000, credit: 5500 }, player, visitAt(1), {
        ...{ 'machine:1': -100, 'suspense:1': 5000, 'house:1': -4900 },
      }),
      'update cabinets set extra = extra + 5000 where machine_id = 1',
    ),
    plant(
      'a difference for which the player loses more than is missing',
      ofMovement,
      forgedMovement({
        ...{ requestId: 'drift:1:99', kind: 'drift', player, machine: 1 },
        lines: { 'machine:1': -100, 'suspense:1': 150, 'house:1': -50 },
      }),
      `update cabinets set extra = extra + 50, closed = 'drift' where machine_id = 1`,
    ),
    plant(
      'a hand pay of which a part is in suspense',
      'movement 9003',
      ...forgedHandPay(1, 'machine', player, visitAt(1), {
        ...{ 'machine:1': 400, 'suspense:1': 100, 'house:1': -500 },
      }),
      'update cabinets set extra = extra + 100 where machine_id = 1',
    ),
    plant(
      'a hand pay of an attendant that is credited',
      'movement 9003',
      ...forgedHandPay(1, 'attendant', player, visitAt(1), { 'machine:1': 500, 'house:1': -500 }),
    ),
    ...[{ [wallet]: 50, 'house:1': 50 }, { 'house:1': 100 }].map((lines) =>
      plant(
        `a player's money in suspense that is settled to ${Object.keys(lines)}`,
        ofMovement,
        settleAction({ machine: 1, cents: 100, player: String(player), reference: 'forged' }),
        forgedMovement({
          ...{ requestId: 'settle:1:forged', kind: 'settle', player, machine: 1 },
          lines: { 'suspense:1': -100, ...lines },
        }),
      ),
    ),
    plant(
      'a settled hand pay of another amount than its action has',
      'hand-pay:2:h3',
      settleAction({ machine: 2, handPay: 'h3', cents: 1 }),
    ),
  ]
}

/** What one visit holds, moved or given to the visit of another player. */
export function changedCabinetOwners({
  transfers,
  player,
  cashingOut,
  other,
}: CabinetBooks): PlantedChange[] {
  const begin = [
    `insert into accounts (id) values ('wallet:${other}') on conflict do nothing`,
    madeUpVisit(other, 1),
  ]
  const credit = `(select balance from accounts where id = 'machine:1')`
  const pending = transfers['pending cash-out']
  return [
    plant(
      'the credit is cashed out by a transfer of another visit',
      `movement ${MADE_UP}`,
      ...begin,
      `insert into transfers (id, machine_id, player_id, visit_id, direction, cents, state, created_at, ended_at)
        values ('forged', 1, ${other}, ${MADE_UP}, 'cash-out', ${credit}, 'done', ${NOW}, ${NOW})`,
      forgedMovement({
        ...{ requestId: 'p1:forged', kind: 'transit-in', player: other, machine: 1, visit: MADE_UP },
        ...{ transfer: 'forged', lines: move('machine:1', credit, 'transit:1') },
      }),
      forgedMovement({
        ...{ id: 9002, requestId: 'transfer:forged:paid', kind: 'cash-out', player: other, machine: 1 },
        ...{
          visit: MADE_UP,
          fingerprint: `{"cents":' || (select cents from transfers where id = 'forged') || '}`,
        },
        lines: move('transit:1', `(select cents from transfers where id = 'forged')`, `wallet:${other}`),
      }),
      endVisit(MADE_UP, `cash_out = (select cents from transfers where id = 'forged'),`),
    ),
    plant(
      'the credit is played by another visit',
      `movement ${MADE_UP}`,
      ...begin,
      ...forgedGame({ machine: 1, number: 2, stake: 100, win: 0, credit: 500 }, other, `${MADE_UP}`, {
        ...{ 'machine:1': -100, 'house:1': 100 },
      }),
      endVisit(MADE_UP),
    ),
    plant(
      'the hand pay of another visit is credited',
      'movement 9002',
      ...begin,
      ...forgedHandPay(1, 'machine', other, `${MADE_UP}`, { 'machine:1': 500, 'house:1': -500 }),
      endVisit(MADE_UP),
    ),
    plant(
      'the hand pay of an earlier visit is credited',
      'movement 9002',
      ...forgedHandPay(1, 'machine', cashingOut, visitAt(2), { 'machine:1': 500, 'house:1': -500 }),
    ),
    plant(
      'the credit is settled for another visit than the action names',
      `movement ${MADE_UP}`,
      settleAction({ machine: 1, visit: 99, player: String(player), held: 600, cents: 600 }),
      forgedMovement({
        ...{ requestId: 'settled-visit:99', kind: 'cash-out', player, machine: 1, visit: visitAt(1) },
        lines: move('machine:1', credit, `wallet:${player}`),
      }),
      `update visits set cash_out = cash_out + 600 where id = ${visitAt(1)}`,
    ),
    plant('the seat is given away with a load under way', 'machine 1', ...handOver(1, other)),
    plant('the seat is given away with a cash-out under way', 'machine 2', ...handOver(2, other)),
    plant(
      'the seat is given away with a cash-out under way whose credit is played',
      `transfer ${pending}`,
      ...forgedGame({ machine: 2, number: 1, stake: 800, win: 0, credit: 0 }, cashingOut, visitAt(2), {
        ...{ 'transit:2': -800, 'house:2': 800 },
      }),
      ...handOver(2, other),
    ),
  ]
}
