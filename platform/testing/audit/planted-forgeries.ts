import type { TestBooks } from './books.ts'
import { endVisit, forgedMovement, handOver, MADE_UP, madeUpVisit, move, NOW } from './forged-movement.ts'
import type { PlantedChange } from './plant-changes.ts'

/* For tests: movements that are right in themselves, which the audit must reject, at drawn machines. */

const OPEN_MACHINE = 2
const CREDIT = `machine:${OPEN_MACHINE}`
/** As SQL. */
const BALANCE = `(select balance from accounts where id = '${CREDIT}')`
const MOVED = (account: string) =>
  `(select amount from entries where movement_id = ${MADE_UP} and account_id = '${account}')`

/**
 * Balanced movements: their kind may not use these accounts or amounts, or no command made them.
 */
export function forgedMovements({ players, visits }: TestBooks): PlantedChange[] {
  const { gone, seated } = players
  const forge = (
    what: string,
    forged: Omit<Parameters<typeof forgedMovement>[0], 'player'> & { player?: number },
    ...others: string[]
  ): PlantedChange => ({
    what: `movements added: ${what}`,
    statements: [forgedMovement({ player: gone, ...forged }), ...others],
    names: `movement ${MADE_UP}`,
  })
  const wallet = `wallet:${gone}`
  const count = (column: 'cash_in' | 'cash_out', account: string, sign = '') =>
    `update visits set ${column} = ${column} + ${sign}${MOVED(account)} where id = ${visits.open}`
  const atOpenVisit = { player: seated, machine: OPEN_MACHINE, visit: visits.open }
  return [
    forge('a withdrawal that no operator made', {
      ...{ requestId: 'operator:none', kind: 'withdraw', lines: move(wallet, 5000, 'house') },
    }),
    forge('a deposit under a reference of another one', {
      ...{ requestId: 'operator:receipt-9', kind: 'deposit', lines: move('house', 5000, wallet) },
    }),
    forge('a bonus from the account of imports', {
      ...{ requestId: 'p1:claim', kind: 'bonus', lines: move('house:import', 500, wallet) },
    }),
    forge('a claim that takes money', {
      ...{ requestId: 'p1:claim', kind: 'bonus', lines: move(wallet, 500, 'house') },
    }),
    forge('a claim from another wallet', {
      ...{ requestId: 'p1:claim', kind: 'bonus', lines: move(`wallet:${seated}`, 500, wallet) },
    }),
    forge("a claim of one player in another's wallet", {
      ...{ requestId: 'p1:claim', kind: 'discount', lines: move('house', 500, `wallet:${seated}`) },
    }),
    forge('a cash-out from the house', {
      ...{ requestId: 'p1:out', kind: 'cash-out', lines: move('house', 500, wallet) },
    }),
    forge('a cash-in from the house', {
      ...{ requestId: 'p1:in', kind: 'cash-in', lines: move('house', 500, CREDIT) },
    }),
    forge('a jackpot paid to a wallet', {
      ...{ requestId: 'p1:pot', kind: 'jackpot-feed', lines: move('jackpot:1', 500, wallet) },
    }),
    forge('a second seed of a jackpot', {
      ...{ requestId: 'jackpot-seed:one-more', kind: 'jackpot-seed', lines: move('house', 500, 'jackpot:1') },
    }),
    forge('a win without a spin', {
      ...{ requestId: 'spin:9001:win', kind: 'win', lines: move('house:2', 500, CREDIT) },
      ...{ player: seated, machine: OPEN_MACHINE },
    }),
    forge('a movement of an unknown kind', {
      ...{ requestId: 'gift', kind: 'gift', lines: move('house', 500, wallet) },
    }),
    forge(
      'a cash-out that the house enlarges',
      {
        ...{ ...atOpenVisit, requestId: 'p1:out', kind: 'cash-out', fingerprint: 'cash-out 2' },
        lines: {
          [CREDIT]: `-${BALANCE}`,
          'house:2': -5_000_000,
          [`wallet:${seated}`]: `${BALANCE} + 5000000`,
        },
      },
      count('cash_out', `wallet:${seated}`),
    ),
    forge(
      'a cash-out that leaves credit',
      {
        ...{ ...atOpenVisit, requestId: 'p1:out', kind: 'cash-out', fingerprint: 'cash-out 2' },
        lines: move(CREDIT, 100, `wallet:${seated}`),
      },
      count('cash_out', `wallet:${seated}`),
    ),
    forge(
      'a cash-in of more than its request',
      {
        ...{ ...atOpenVisit, requestId: 'p1:in', kind: 'cash-in', fingerprint: 'load 2 100' },
        lines: move(`wallet:${seated}`, 500, CREDIT),
      },
      count('cash_in', CREDIT),
    ),
  ]
}

/** What one visit holds, moved or given to the visit of another player. */
export function changedOwners({ players, visits }: TestBooks): PlantedChange[] {
  const { gone, seated } = players
  const begin = madeUpVisit(gone, OPEN_MACHINE)
  const cashOut = {
    ...{ requestId: 'p1:out', kind: 'cash-out', fingerprint: 'cash-out 2', machine: OPEN_MACHINE },
  }
  const taken = forgedMovement({
    ...{ ...cashOut, player: gone, lines: move(CREDIT, BALANCE, `wallet:${gone}`) },
    visit: MADE_UP,
  })
  const cashedOut = (player: number) => `cash_out = cash_out + ${MOVED(`wallet:${player}`)},`
  const spin = (player: number, visit: number, stake: string, free: boolean, win: number, settled: string) =>
    `insert into spins (id, request_id, machine_id, player_id, visit_id, game, stake, free, stops, wins, win, jackpot_hit,
      free_awarded, created_at, settled_at) overriding system value
      values (${MADE_UP}, 'p1:spin', ${OPEN_MACHINE}, ${player}, ${visit}, 'test', ${stake}, ${free}, '[0, 0, 0]', '[]', ${win},
        false, 0, ${NOW}, ${settled})`
  const freeStake = `(select free_stake from machines where id = ${OPEN_MACHINE})`
  const freeSpin = (player: number, visit: number, win: number, settled: string) => [
    spin(player, visit, freeStake, true, win, settled),
    forgedMovement({
      ...{ id: 9002, requestId: 'p1:spin', kind: 'free-spin', player, machine: OPEN_MACHINE },
    }),
    `update machines set free_spins = free_spins - 1 where id = ${OPEN_MACHINE}`,
    `update visits set free_spins = free_spins + 1 where id = ${visit}`,
  ]
  /** The seated player takes the credit; the free spins stay. */
  const cashedOutByOwner = [
    forgedMovement({
      ...{ ...cashOut, player: seated, visit: visits.open },
      lines: move(CREDIT, BALANCE, `wallet:${seated}`),
    }),
    `update visits set ${cashedOut(seated)} spins = spins where id = ${visits.open}`,
  ]
  const plant = (what: string, names: string, ...statements: string[]): PlantedChange => ({
    what: `owner changed: ${what}`,
    statements,
    names,
  })
  const [ofVisit, holds] = [`of visit ${MADE_UP}`, `machine ${OPEN_MACHINE} holds`]
  const owes = `machine ${OPEN_MACHINE} owes visit ${visits.open} spins`
  const noBonus = `update machines set bonus_win = 0 where id = ${OPEN_MACHINE}`
  const plain = forgedMovement({
    ...{ ...cashOut, player: gone, lines: move(CREDIT, BALANCE, `wallet:${gone}`) },
  })
  return [
    plant(
      'the credit is cashed out by a visit of another player, which then ends',
      holds,
      ...[begin, taken, noBonus, endVisit(MADE_UP, cashedOut(gone))],
    ),
    plant(
      'the same by a movement that names no visit',
      holds,
      ...[begin, plain, noBonus, endVisit(MADE_UP, cashedOut(gone))],
    ),
    plant(
      'the credit is cashed out by another visit of the same player, which then ends',
      ...[holds, noBonus, madeUpVisit(seated, OPEN_MACHINE)],
      forgedMovement({
        ...{ ...cashOut, player: seated, visit: MADE_UP },
        lines: move(CREDIT, BALANCE, `wallet:${seated}`),
      }),
      endVisit(MADE_UP, cashedOut(seated)),
    ),
    plant('the seat is given away', holds, ...handOver(OPEN_MACHINE, gone)),
    plant(
      'the seat is given away, and the credit cashed out',
      holds,
      ...[...handOver(OPEN_MACHINE, gone), taken],
      `update visits set ${cashedOut(gone)} spins = spins where id = ${MADE_UP}`,
    ),
    plant(
      'the credit is staked by another visit',
      ...[holds, noBonus, begin],
      spin(gone, MADE_UP, '100', false, 0, NOW),
      forgedMovement({
        ...{ id: 9002, requestId: 'p1:spin', kind: 'stake', player: gone, machine: OPEN_MACHINE },
        lines: { [CREDIT]: -100, 'house:2': 99, 'jackpot:2': 1 },
      }),
      endVisit(MADE_UP, 'spins = 1,'),
    ),
    plant(
      'a free spin is played by another visit',
      ofVisit,
      ...[...cashedOutByOwner, begin, ...freeSpin(gone, MADE_UP, 0, NOW), noBonus],
      endVisit(MADE_UP),
    ),
    plant(
      'the seat is given away with free spins',
      owes,
      ...[...cashedOutByOwner, ...handOver(OPEN_MACHINE, gone)],
    ),
    plant(
      'the seat is given away with a spin under way',
      owes,
      ...[
        ...cashedOutByOwner,
        ...freeSpin(seated, visits.open, 500, 'null'),
        ...handOver(OPEN_MACHINE, gone),
      ],
    ),
  ]
}
