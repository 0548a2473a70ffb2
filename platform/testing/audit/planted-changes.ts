import type { TestBooks } from './books.ts'
import { forgedMovement, move } from './forged-movement.ts'
import { createChangeList, LATER, type PlantedChange, tickOf } from './plant-changes.ts'
import { changedOwners, forgedMovements } from './planted-forgeries.ts'

/* For tests: every way to change a row of the books without the platform. */

/** The tables of the books. `plantedChanges` changes each of their columns, except those of UNBOOKED. */
export const BOOKS = [
  'movements',
  'entries',
  'accounts',
  'spins',
  'visits',
  'machines',
  'game_definitions',
  'operator_actions',
  'movement_chain',
  'settlement_chain',
  'visit_chain',
  'action_chain',
] as const

/** Tables without money, and without influence on payments. */
export const NO_BOOKS = [
  'brands', // written from the packs at each start; the accounts' names contain a brand's id
  'nodes',
  'shared_keys',
  'players',
  'logins',
  'login_attempts',
  'events',
  'chat_messages',
  'login_links',
  'player_limits', // they refuse play, and move no money
  'kysely_migration',
  'kysely_migration_lock',
]

/** Columns of a machine without influence on money. */
export const UNBOOKED = [
  'machines.name',
  'machines.driver', // the floor file names it too, and another one refuses the start
  'machines.held_until', // the end of a seat; its credit then goes to the player's wallet
  'machines.idle_at',
  'machines.stake', // the initial value on the page; each spin names its own stake
  'machines.fault',
  'machines.last_big_win', // of ended visits, for the lobby
  'machines.seq',
  'machines.owner',
  'machines.epoch',
]

const HASH = 'f'.repeat(64)

/** All planted changes of these books. */
export function plantedChanges(books: TestBooks): PlantedChange[] {
  const { movements, spins, visits, endNo, players, actions, definition } = books
  const { changes, plant, change, remove, add } = createChangeList()

  const stake = movements.stake ?? 0
  change('movements', `id = ${stake}`, `movement ${stake}`, {
    id: '9001',
    request_id: `request_id || 'x'`,
    kind: `'bonus'`,
    fingerprint: `'spin 1 500'`,
    player_id: 'player_id + 1',
    machine_id: 'machine_id + 1',
    answer: `answer || '{"credit": 1}'`,
    created_at: LATER,
  })
  const tick = tickOf('created_at')
  change('movements', `id = ${stake}`, `movement ${stake}`, { created_at: tick })
  remove('movements', `id = ${stake}`, `movement ${stake}`)
  add(
    'movements',
    forgedMovement({
      ...{ requestId: 'forged', kind: 'deposit', player: players.gone },
      lines: move('house', 5_000_000, `wallet:${players.gone}`),
    }),
    'movement 9001',
  )

  const cashOut = movements['cash-out'] ?? 0
  change('entries', `movement_id = ${cashOut} and account_id like 'wallet:%'`, `movement ${cashOut}`, {
    movement_id: `${stake}`,
    account_id: `'wallet:${players.seated}'`,
    amount: 'amount + 1',
    balance_after: 'balance_after + 1',
  })
  remove('entries', `movement_id = ${cashOut} and account_id like 'wallet:%'`, `movement ${cashOut}`)
  add('entries', `insert into entries values (${cashOut}, 'house', 500, 500)`, `movement ${cashOut}`)

  const wallet = `wallet:${players.gone}`
  change('accounts', `id = '${wallet}'`, wallet, {
    id: `'wallet:9'`,
    balance: 'balance + 1',
    version: 'version + 1',
  })
  remove('accounts', `id = '${wallet}'`, wallet)
  add('accounts', `insert into accounts (id) values ('wallet:99')`, 'wallet:99')

  change('spins', `id = ${spins.won}`, `spin ${spins.won}`, {
    id: '9001',
    request_id: `request_id || 'x'`,
    machine_id: '3',
    player_id: 'player_id + 1',
    visit_id: `case visit_id when ${visits.open} then ${visits.ended} else ${visits.open} end`,
    game: `'other'`,
    definition: 'null',
    stake: 'stake + 100',
    free: 'true',
    wins: `'[]'`,
    win: 'win + 1',
    jackpot_hit: 'true',
    jackpot: '1',
    free_awarded: '2',
    created_at: LATER,
    settled_at: LATER,
  })
  // Its outcome is computed anew, whatever its link covers.
  change('spins', `id = ${spins.won}`, `spin ${spins.won}: its stops`, { stops: `'[0, 0, 0]'` })
  change('spins', `id = ${spins.lost}`, `spin ${spins.lost}`, {
    created_at: tick,
    settled_at: tickOf('settled_at'),
  })
  plant(
    'spins.settled_at',
    `update spins set settled_at = ${LATER} where id = ${spins.lost}`,
    `spin ${spins.lost}`,
  )
  plant(
    'spins.settled_at',
    `update spins set settled_at = null where id = ${spins.lost}`,
    `spin ${spins.lost}`,
  )
  plant(
    'spins.settled_at',
    `update spins set settled_at = null where id = ${spins.free}`,
    `spin ${spins.free}`,
  )
  plant('spins.jackpot', `update spins set jackpot = 7 where id = ${spins.lost}`, `spin ${spins.lost}`)
  plant(
    'spins.jackpot',
    `update spins set jackpot = jackpot + 1 where id = ${spins.jackpot}`,
    `spin ${spins.jackpot}`,
  )
  remove('spins', `id = ${spins.lost}`, 'its spin is missing')
  add(
    'spins',
    `insert into spins (id, request_id, machine_id, player_id, visit_id, game, stake, free, stops, wins, win, jackpot_hit,
      free_awarded, settled_at) overriding system value
      values (9001, 'forged', 2, ${players.seated}, ${visits.open}, 'test', 100, false, '[1, 1, 1]', '[]', 500, false, 0, now())`,
    'spin 9001',
  )

  change('visits', `id = ${visits.ended}`, `visit ${visits.ended}`, {
    id: '9001',
    player_id: `${players.seated}`,
    machine_id: '3',
    started_at: LATER,
    ended_at: LATER,
    cash_in: 'cash_in + 1',
    cash_out: 'cash_out + 1',
    spins: 'spins + 1',
    free_spins: 'free_spins + 1',
  })
  change('visits', `id = ${visits.ended}`, `end_no ${endNo}`, { end_no: '9001' })
  change('visits', `id = ${visits.open}`, `visit ${visits.open}`, {
    player_id: `${players.gone}`,
    machine_id: '3',
    started_at: LATER,
    ended_at: 'now()',
    cash_in: 'cash_in + 1',
    cash_out: 'cash_out + 1',
    spins: 'spins + 1',
    free_spins: 'free_spins + 1',
    end_no: '9001',
  })
  remove('visits', `id = ${visits.ended}`, `visit ${visits.ended}`)
  add(
    'visits',
    `insert into visits (id, player_id, machine_id) overriding system value values (9001, ${players.gone}, 3)`,
    'visit 9001',
  )
  add(
    'visits',
    `insert into visits (id, player_id, machine_id, ended_at) overriding system value
      values (9001, ${players.gone}, 3, now())`,
    'visit 9001',
  )

  change('machines', 'id = 2', 'machine 2', {
    id: '9001',
    brand_id: '1',
    seat_player: `${players.gone}`,
    visit_id: `${visits.ended}`,
    seated_at: LATER,
    free_spins: 'free_spins + 1',
    free_stake: '500',
    bonus_win: 'bonus_win + 1',
  })
  change('machines', 'id = 3', 'machine 3', {
    seat_player: `${players.gone}`,
    seated_at: LATER,
    free_spins: '10',
    free_stake: '500',
  })
  remove('machines', 'id = 2', 'machine 2')
  add(
    'machines',
    `insert into machines (id, brand_id, name, free_spins, free_stake) values (9001, 1, 'one 9001', 10, 500)`,
    'machine 9001',
  )

  change('game_definitions', `hash = '${definition}'`, definition, {
    hash: `'${HASH}'`,
    game: `'other'`,
    definition: `replace(definition, '"3":5', '"3":6')`,
    created_at: LATER,
  })
  remove('game_definitions', `hash = '${definition}'`, definition)
  const forged = `encode(sha256('{"id": "test"}'::bytea), 'hex')`
  add(
    'game_definitions',
    `insert into game_definitions (hash, game, definition) values (${forged}, 'test', '{"id": "test"}')`,
    'definition',
  )

  change('operator_actions', `id = ${actions.quit}`, `action ${actions.quit}`, {
    id: '9001',
    action: `'/admin/close'`,
    target: `'{"machine": "3"}'`,
    outcome: `'60008'`,
    ip: `'local'`,
    at: LATER,
  })
  change('operator_actions', `id = ${actions.credit}`, `action ${actions.credit}`, {
    action: `'players debit'`,
    target: `target || '{"cents": 1}'`,
    outcome: `'60013'`,
    at: LATER,
  })
  remove('operator_actions', `id = ${actions.credit}`, `action ${actions.credit}`)
  add(
    'operator_actions',
    `insert into operator_actions (id, action, target, outcome, ip, at) overriding system value values
      (9001, 'players credit', '{"player": "${players.gone}", "cents": 7, "reference": "receipt-7"}', 'done', 'local', now())`,
    'action 9001',
  )

  const links = {
    movement_chain: ['movement_id', stake, `movement ${stake}`],
    settlement_chain: ['spin_id', spins.lost, `spin ${spins.lost}`],
    visit_chain: ['visit_no', visits.ended, `visit ${visits.ended}`],
    action_chain: ['action_id', actions.credit, `action ${actions.credit}`],
  } as const
  for (const [table, [key, id, names]] of Object.entries(links)) {
    change(table, `${key} = ${id}`, names, { [key]: '9001', hash: `'${HASH}'` })
    remove(table, `${key} = ${id}`, names)
    add(table, `insert into ${table} values (9001, '${HASH}')`, '9001')
  }
  return [...changes, ...forgedMovements(books), ...changedOwners(books)]
}
