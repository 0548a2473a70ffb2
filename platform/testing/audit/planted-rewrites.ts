import { sql } from 'kysely'
import { HOUSE, isHouse } from '../../ledger/ledger.ts'
import type { Db } from '../../store/db.ts'
import { MADE_UP } from './forged-movement.ts'
import type { PlantedChange } from './plant-changes.ts'

/*
 * For tests: what the tables' owner can do to each movement, with all balances, visits and links made anew,
 * so that only the movement itself is wrong.
 */

/** Makes anew what follows from the movements and their entries. */
const REPAIRS = [
  `update entries e set balance_after = s.after from (
      select movement_id, account_id, sum(amount) over (partition by account_id order by movement_id) as after from entries
    ) s where (s.movement_id, s.account_id) = (e.movement_id, e.account_id)`,
  `update accounts a set balance = s.balance, version = s.version from (
      select a.id, coalesce(sum(e.amount), 0) as balance, count(e.amount) as version
      from accounts a left join entries e on e.account_id = a.id group by a.id
    ) s where s.id = a.id`,
  `update visits v set cash_in = s.cash_in, cash_out = s.cash_out, spins = s.spins, free_spins = s.free_spins from (
      select v.id,
        (select count(*) from spins where visit_id = v.id and not free)
          + (select count(*) from cabinet_games where visit_id = v.id) as spins,
        (select count(*) from spins where visit_id = v.id and free) as free_spins,
        coalesce(-sum(e.amount) filter (where m.kind <> 'cash-out'), 0) as cash_in,
        coalesce(sum(e.amount) filter (where m.kind = 'cash-out'), 0) as cash_out
      from visits v left join movements m
        on (m.answer ->> 'visit')::bigint = v.id and m.kind in ('cash-in', 'cash-in-back', 'cash-out')
      left join entries e on e.movement_id = m.id and e.account_id like 'wallet:%' group by v.id
    ) s where s.id = v.id`,
  'delete from movement_chain',
  'delete from visit_chain',
]

interface Movement {
  readonly id: number
  readonly request_id: string
  readonly kind: string
  readonly player: number | null
  readonly machine: number | null
  readonly transfer: string | null
  /** Of its accounts. */
  readonly roles: string | null
}

const readAll = async (db: Db) =>
  (
    await sql<Movement>`select id, request_id, kind, player_id as player, machine_id as machine, answer ->> 'id' as transfer,
      (select string_agg(split_part(account_id, ':', 1), ' ' order by account_id) from entries
        where movement_id = m.id) as roles
    from movements m where machine_id is not null order by id`.execute(db)
  ).rows

const CENTS = 7

/** Shifts some cents between two accounts of a player and a machine. */
function shifts(
  { id, kind, player, machine }: Movement,
  accounts: ReadonlyMap<string, number>,
): PlantedChange[] {
  const own = [
    `wallet:${player}`,
    ...['machine', 'transit', 'suspense', HOUSE].map((role) => `${role}:${machine}`),
  ]
  const known = own.filter((account) => accounts.has(account))
  const isRich = (account: string) => isHouse(account) || (accounts.get(account) ?? 0) >= CENTS
  // A spin's and a cabinet's row show what they do not have.
  const names = new RegExp(`\\b(movement ${id}|machine ${machine}|spin \\d+)\\b`)
  return known.filter(isRich).flatMap((from) =>
    known.flatMap((to): PlantedChange[] => {
      if (from === to) return []
      const lines = `(${id}, '${from}', -${CENTS}, 0), (${id}, '${to}', ${CENTS}, 0)`
      return [
        {
          what: `${kind} ${id}: ${from} to ${to}`,
          statements: [
            `insert into entries values ${lines} on conflict (movement_id, account_id)
              do update set amount = entries.amount + excluded.amount`,
            ...REPAIRS,
          ],
          names,
        },
      ]
    }),
  )
}

/** Gives a movement, with the rows that it is booked with, to an ended visit of another player. */
function changedOwner(group: readonly Movement[], player: number): PlantedChange[] {
  const [first] = group
  if (!first || first.player === null) return []
  const ids = group.map(({ id }) => id).join(', ')
  const requests = group.map(({ request_id }) => `'${request_id}'`).join(', ')
  const owner = `player_id = ${player}, visit_id = ${MADE_UP}`
  return [
    {
      what: `${first.kind} ${ids}: another visit`,
      statements: [
        `insert into accounts (id) values ('wallet:${player}') on conflict do nothing`,
        `insert into visits (id, player_id, machine_id, ended_at, end_no) overriding system value
          values (${MADE_UP}, ${player}, ${first.machine}, now(), ${MADE_UP + 1})`,
        `update movements set player_id = ${player},
          answer = case when answer ? 'visit' then jsonb_set(answer, '{visit}', '${MADE_UP}') else answer end,
          fingerprint = regexp_replace(fingerprint, '"player_id":\\d+,"visit_id":\\d+', '"player_id":${player},"visit_id":${MADE_UP}')
          where id in (${ids})`,
        `update entries set account_id = 'wallet:${player}'
          where movement_id in (${ids}) and account_id = 'wallet:${first.player}'`,
        `update spins set ${owner} where request_id in (${requests})`,
        `update transfers set ${owner} where id = '${first.transfer}'`,
        `update cabinet_games set ${owner} where 'game:' || machine_id || ':' || number in (${requests})`,
        `update hand_pays set ${owner} where 'hand-pay-due:' || machine_id || ':' || id in (${requests})`,
        ...REPAIRS,
      ],
      names: `visit ${MADE_UP}`,
    },
  ]
}

/** `other`: a player who has played at no machine. */
export async function plantedRewrites(db: Db, other: number): Promise<PlantedChange[]> {
  const movements = await readAll(db)
  const rows = await db.selectFrom('accounts').select(['id', 'balance']).execute()
  const balances = new Map(rows.map(({ id, balance }) => [id, balance]))
  const spins = await db.selectFrom('spins').select(['id', 'request_id']).execute()
  const groupOf = ({ id, request_id, transfer }: Movement) => {
    const spin = spins.find((row) => row.request_id === request_id)
    const due = request_id.replace('hand-pay-due', 'hand-pay')
    return movements.filter(
      (one) =>
        one.id === id ||
        (spin && one.request_id === `spin:${spin.id}:win`) ||
        (transfer && one.request_id.startsWith(`transfer:${transfer}:`)) ||
        one.request_id === due,
    )
  }
  const starts = ['cash-in', 'cash-out', 'transit-in', 'stake', 'game', 'hand-pay-due']
  // One of each kind, of each end of a transfer, and of each set of accounts.
  const forms = movements.map(
    ({ kind, request_id, roles }) => `${kind} ${/:[a-z]*$/.exec(request_id)} ${roles}`,
  )
  const samples = movements.filter((_, at) => forms.lastIndexOf(forms[at] ?? '') === at)
  return [
    ...samples.flatMap((movement) => shifts(movement, balances)),
    ...movements
      .filter(({ kind, request_id }) => starts.includes(kind) && !request_id.startsWith('transfer:'))
      .flatMap((movement) => changedOwner(groupOf(movement), other)),
    ...movements.map(({ id, kind }) => ({
      what: `${kind} ${id}: removed`,
      statements: [
        `delete from entries where movement_id = ${id}`,
        `delete from movements where id = ${id}`,
        ...REPAIRS,
      ],
      names: /./,
    })),
  ]
}
