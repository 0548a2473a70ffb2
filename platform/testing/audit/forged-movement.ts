import { writeFacts } from '../../floor/cabinet/report-facts.ts'

/* For tests: SQL that adds a movement to the books as the platform would. */

/** `lines`, `player`, `machine` and `visit` are SQL, amounts in cents. */
interface Forged {
  readonly id?: number
  readonly requestId: string
  readonly kind: string
  readonly fingerprint?: string
  readonly player: number | string
  readonly machine?: number | null
  readonly visit?: number | string
  readonly transfer?: string
  readonly lines?: Readonly<Record<string, number | string>>
}

/** Lines that move cents from one account to another. */
export const move = (from: string, cents: number | string, to: string) => ({
  [from]: `-(${cents})`,
  [to]: cents,
})

/** A movement with its entries and the accounts' new balances. */
export function forgedMovement(forged: Forged): string {
  const { id = 9001, requestId, kind, fingerprint = 'forged', player, machine = null, lines = {} } = forged
  const { visit = 'null', transfer } = forged
  const rows = Object.entries(lines).map(([account, cents]) => `('${account}', (${cents})::bigint)`)
  return `with line (account, amount) as (values ${rows.join(', ') || "('', 0::bigint)"}),
    moved as (
      update accounts set version = version + 1, balance = balance + amount from line
      where id = account and amount <> 0 returning id, amount, balance
    ), movement as (
      insert into movements (id, request_id, kind, fingerprint, player_id, machine_id, answer, created_at)
      overriding system value
      values (${id}, '${requestId}', '${kind}', '${fingerprint}', ${player}, ${machine},
        jsonb_strip_nulls(jsonb_build_object('visit', ${visit}, 'id', ${transfer ? `'${transfer}'` : 'null'}::text)), ${NOW})
      returning id
    )
    insert into entries (movement_id, account_id, amount, balance_after)
    select movement.id, moved.id, moved.amount, moved.balance from movement, moved`
}

/** The time of the books' transaction, as the platform stores it. */
export const NOW = `date_trunc('milliseconds', now())`

/** The id of a visit, a spin and an action that somebody has made up. */
export const MADE_UP = 9001

/** Begins a visit. */
export const madeUpVisit = (player: number, machine: number): string =>
  `insert into visits (id, player_id, machine_id) overriding system value values (${MADE_UP}, ${player}, ${machine})`

/** Ends a visit; without its trigger, numbers the end too. `counts`: SQL that sets its sums. */
export const endVisit = (visit: number | string, counts = ''): string =>
  `update visits set ended_at = now(), ${counts}
    end_no = case current_setting('session_replication_role') when 'replica' then ${MADE_UP + 1} else end_no end
    where id = ${visit}`

/** Gives a machine with all that it holds to the made-up visit, without a movement. */
export const handOver = (machine: number, player: number): string[] => [
  endVisit(`(select visit_id from machines where id = ${machine})`),
  madeUpVisit(player, machine),
  `update machines set seat_player = ${player}, visit_id = ${MADE_UP}, bonus_win = 0,
    seated_at = (select started_at from visits where id = ${MADE_UP}) where id = ${machine}`,
]

/** An operator's action that settles by hand. */
export const settleAction = (target: object): string =>
  `insert into operator_actions (id, action, target, outcome, ip, at) overriding system value
    values (${MADE_UP}, 'machines settle', '${JSON.stringify(target)}', 'done', 'local', ${NOW})`

/** `visit`: SQL, in place of visit 0 of the facts. */
const ofVisit = (facts: string, visit: string) =>
  facts.replace('"visit_id":0', `"visit_id":' || ${visit} || '`)

const NOON = '2026-11-26T12:00:00Z'

/** A game with its movement. `player` and `visit`: SQL. */
export function forgedGame(
  game: { machine: number; number: number; stake: number; win: number; credit: number },
  player: number,
  visit: string,
  lines: Readonly<Record<string, number>>,
): string[] {
  const { machine, number, stake, win, credit } = game
  const row = { stake, win, credit, player_id: player, visit_id: 0, played_at: Date.parse(NOON) }
  return [
    `insert into cabinet_games (machine_id, number, stake, win, credit, player_id, visit_id, played_at, created_at)
      values (${machine}, ${number}, ${stake}, ${win}, ${credit}, ${player}, ${visit}, '${NOON}', ${NOW})`,
    forgedMovement({
      ...{ requestId: `game:${machine}:${number}`, kind: 'game', player, machine, lines },
      fingerprint: ofVisit(writeFacts('game', row), visit),
    }),
    `update visits set spins = spins + 1 where id = ${visit}`,
    `update cabinets set last_game = ${number} where machine_id = ${machine}`,
  ]
}

/** A hand pay that is over, with its movements. */
export function forgedHandPay(
  machine: number,
  to: 'machine' | 'attendant',
  player: number,
  visit: string,
  lines: Readonly<Record<string, number>>,
): string[] {
  const cents = -(lines[`house:${machine}`] ?? 0)
  const due = writeFacts('hand-pay-due', { cents, player_id: player, visit_id: 0 })
  return [
    `insert into hand_pays (machine_id, id, cents, player_id, visit_id, state, created_at, ended_at)
      values (${machine}, 'h9', ${cents}, ${player}, ${visit}, '${to}', ${NOW}, ${NOW})`,
    forgedMovement({
      ...{ id: 9002, requestId: `hand-pay-due:${machine}:h9`, kind: 'hand-pay-due', player, machine },
      fingerprint: ofVisit(due, visit),
    }),
    forgedMovement({
      ...{ id: 9003, requestId: `hand-pay:${machine}:h9`, kind: 'hand-pay', player, machine, lines },
      fingerprint: writeFacts('hand-pay', { to }),
    }),
  ]
}
