import type { CabinetBooks } from './cabinet-books.ts'
import { createChangeList, LATER, type PlantedChange, tickOf } from './plant-changes.ts'
import { changedCabinetOwners, forgedCabinetMovements } from './planted-cabinet-forgeries.ts'

/* For tests: every way to change a row of a cabinet's books without the platform. */

/** `plantedCabinetChanges` changes each of their columns, except those of CABINET_UNBOOKED. */
export const CABINET_BOOKS = ['cabinets', 'transfers', 'cabinet_games', 'hand_pays'] as const

/** Columns of a cabinet without influence on booked money. */
export const CABINET_UNBOOKED = [
  'cabinets.connection',
  'cabinets.meters', // what the meters were before, to compare them with
  'cabinets.camera',
]

/** The times of a row: another day, and a difference that JavaScript's dates do not show. */
const TIMES = (column: string) => [LATER, tickOf(column)]

/** All planted changes of these books. */
export function plantedCabinetChanges(books: CabinetBooks): PlantedChange[] {
  const { transfers, other } = books
  const { changes, change, remove, add } = createChangeList()
  const changeTimes = (table: string, where: string, names: string, ...columns: string[]) => {
    for (const column of columns)
      for (const value of TIMES(column)) change(table, where, names, { [column]: value })
  }

  for (const [name, id] of Object.entries(transfers)) {
    const row = `id = '${id}'`
    const names = `transfer ${id}`
    change('transfers', row, names, {
      id: `id || '1'`,
      machine_id: 'machine_id + 7',
      player_id: `${other}`,
      visit_id: 'visit_id + 1',
      direction: name.includes('load') ? `'cash-out'` : `'load'`,
      cents: 'cents + 1',
    })
    changeTimes('transfers', row, names, 'created_at')
    if (name.startsWith('pending')) change('transfers', row, names, { ended_at: LATER })
    else changeTimes('transfers', row, names, 'ended_at')
    change('transfers', row, names, { ended_at: name.startsWith('pending') ? 'created_at' : 'null' })
    // One that was refused and one that the cabinet never saw moved the same money.
    const own = { refused: ['refused', 'unknown'], settled: ['settled'], pending: ['pending'] }
    const states = Object.entries(own).find(([state]) => name.startsWith(state))?.[1] ?? ['done']
    for (const state of ['done', 'refused', 'unknown', 'settled'])
      if (!states.includes(state)) change('transfers', row, names, { state: `'${state}'` })
    // A machine has one pending transfer at most.
    if (name.startsWith('settled')) change('transfers', row, names, { state: `'pending'` })
    remove('transfers', row, 'is of a transfer that is missing')
  }
  const added = (id: string, direction: string, state: string) =>
    add(
      'transfers',
      `insert into transfers (id, machine_id, player_id, visit_id, direction, cents, state, created_at, ended_at)
        select '${id}', 5, player_id, visit_id, '${direction}', 100, '${state}', created_at,
          case '${state}' when 'pending' then null else created_at end
        from transfers where id = '${transfers.load}'`,
      `transfer ${id}`,
    )
  for (const direction of ['load', 'cash-out'])
    for (const state of ['pending', 'done', 'refused', 'settled']) added('forged', direction, state)

  const game = 'machine_id = 1 and number = 1'
  change('cabinet_games', game, 'game 1 of machine 2', { machine_id: '2' })
  change('cabinet_games', game, 'game 7 of machine 1', { number: '7' })
  change('cabinet_games', game, 'game 1 of machine 1', {
    stake: 'stake + 1',
    win: 'win + 1',
    credit: 'credit + 1',
    player_id: `${other}`,
    visit_id: 'visit_id + 1',
  })
  change('cabinet_games', game, 'game 1 of machine 1', {
    stake: 'stake + 100, win = win + 100',
    player_id: 'null',
    visit_id: 'null',
  })
  changeTimes('cabinet_games', game, 'game 1 of machine 1', 'played_at', 'created_at')
  const unseated = 'machine_id = 4 and number = 1'
  change('cabinet_games', unseated, 'game 1 of machine 4', {
    player_id: `${other}`,
    visit_id: '1',
  })
  remove('cabinet_games', game, 'is a game that no cabinet has reported')
  add(
    'cabinet_games',
    `insert into cabinet_games (machine_id, number, stake, win, credit, played_at, created_at)
      values (1, 2, 1, 1, 1, now(), now())`,
    'game 2 of machine 1',
  )

  for (const [machine, id, state] of [
    [1, 'h1', 'attendant'],
    [1, 'h2', 'machine'],
    [2, 'h3', 'waiting'],
  ] as const) {
    const row = `machine_id = ${machine} and id = '${id}'`
    const names = `hand pay ${id} of machine ${machine}`
    change('hand_pays', row, `hand pay ${id} of machine 5`, { machine_id: '5' })
    change('hand_pays', row, `hand pay h9 of machine ${machine}`, { id: `'h9'` })
    change('hand_pays', row, names, {
      cents: 'cents + 1',
      player_id: `${other}`,
      visit_id: 'visit_id + 1',
    })
    change('hand_pays', row, names, { player_id: 'null', visit_id: 'null' })
    changeTimes('hand_pays', row, names, 'created_at')
    for (const other of ['waiting', 'machine', 'attendant'])
      if (other !== state) change('hand_pays', row, names, { state: `'${other}'` })
    if (state === 'waiting') change('hand_pays', row, names, { ended_at: 'created_at' })
    else changeTimes('hand_pays', row, names, 'ended_at')
    remove('hand_pays', row, 'is a hand-pay-due that no cabinet has reported')
  }
  for (const state of ['waiting', 'machine', 'attendant'])
    add(
      'hand_pays',
      `insert into hand_pays (machine_id, id, cents, state, created_at) values (1, 'h9', 5000, '${state}', now())`,
      'hand pay h9 of machine 1',
    )

  change('cabinets', 'machine_id = 1', 'transit:1', { machine_id: '9001' })
  change('cabinets', 'machine_id = 1', 'machine 1', { last_game: 'last_game - 1', extra: 'extra + 9000' })
  change('cabinets', 'machine_id = 1', 'machine 1', { last_game: 'null' })
  change('cabinets', 'machine_id = 4', 'machine 4', { extra: 'extra - 1' })
  change('cabinets', 'machine_id = 6', 'machine 6 admits new players', { closed: 'null' })
  remove('cabinets', 'machine_id = 1', 'transit:1')
  add('cabinets', 'insert into cabinets (machine_id) values (9001)', 'machine 9001')
  return [...changes, ...forgedCabinetMovements(books), ...changedCabinetOwners(books)]
}
