import { sql } from 'kysely'
import { creditAccountsOf } from '../ledger/ledger.ts'
import type { Db } from '../store/db.ts'

/** A period of time, without its end. */
export interface Period {
  readonly from: Date
  readonly to: Date
}

/** A machine now, and what it did in a period, as the ledger has it. Amounts in cents. */
export interface ReportedMachine {
  /** Paid ones, without the free ones; the games of a cabinet. */
  readonly spins: number
  readonly free_spins: number
  /** Stakes. */
  readonly coin_in: number
  /** Wins, also those of free spins and the hand pays of a cabinet, without jackpots. */
  readonly coin_out: number
  /** The part of the stakes that fed the brand's jackpot. */
  readonly jackpot_fed: number
  /** What the house kept: coin in, less coin out and what fed the jackpot. */
  readonly net: number
  /** Paid from the jackpot to the machine's credit. */
  readonly jackpot_paid: number
  /** Loaded from wallets, and paid back to them. */
  readonly cash_in: number
  readonly cash_out: number
  readonly id: number
  readonly name: string
  readonly brand: string
  readonly state: 'free' | 'playing' | 'held' | 'error' | 'offline'
  /** The name of the player who has the seat. */
  readonly player: string | null
  readonly since: Date | null
  /** Also what is on its way to a cabinet or back. */
  readonly credit: number
}

/**
 * All machines with their players of this moment, and their figures of a period by the times of the
 * movements: a spin that runs at midnight is staked on one day and paid on the next. Writes nothing.
 */
export function reportMachines(db: Db, { from, to }: Period): Promise<ReportedMachine[]> {
  const reading = db.transaction().setAccessMode('read only').setIsolationLevel('repeatable read')
  return reading.execute(async (trx) => {
    // In 2.3.4 the house had one account for all machines.
    const { rows } = await sql<ReportedMachine>`
      with line as (
        select m.machine_id, m.kind, e.amount,
          case when e.account_id like 'machine:%' then 'credit' when e.account_id like 'jackpot:%' then 'jackpot'
            when e.account_id = 'house' or e.account_id like 'house:%' then 'house'
            when e.account_id like 'wallet:%' then 'wallet' end as account
        from movements m left join entries e on e.movement_id = m.id
        where m.machine_id is not null and m.created_at >= ${from}::timestamptz and m.created_at < ${to}::timestamptz
      ), figures as (
        select machine_id,
          count(*) filter (where kind = 'stake' and account = 'credit') as spins,
          count(*) filter (where kind = 'free-spin') as free_spins,
          -sum(amount) filter (where kind = 'stake' and account = 'credit') as coin_in,
          -sum(amount) filter (where kind = 'win' and account = 'house') as coin_out,
          sum(amount) filter (where kind = 'stake' and account = 'jackpot') as jackpot_fed,
          sum(amount) filter (where kind in ('stake', 'win', 'game', 'hand-pay') and account = 'house') as net,
          -sum(amount) filter (where kind = 'hand-pay' and account = 'house') as hand_paid,
          -sum(amount) filter (where kind = 'win' and account = 'jackpot') as jackpot_paid,
          -sum(amount) filter (where kind in ('cash-in', 'cash-in-back') and account = 'wallet') as cash_in,
          sum(amount) filter (where kind = 'cash-out' and account = 'wallet') as cash_out
        from line group by machine_id
      ), games as (
        select machine_id, count(*) as spins, sum(stake) as staked, sum(win) as won
        from cabinet_games where created_at >= ${from}::timestamptz and created_at < ${to}::timestamptz
        group by machine_id
      )
      select m.id, m.name, b.name as brand, p.username as player, m.seated_at as since,
        case when m.fault is not null then m.fault when m.seat_player is null then 'free'
          when m.held_until is not null then 'held' else 'playing' end as state,
        (select coalesce(sum(balance), 0)::bigint from accounts where accounts.id = any(${creditAccountsOf('m.id')})) as credit,
        (coalesce(f.spins, 0) + coalesce(g.spins, 0))::bigint as spins,
        coalesce(f.free_spins, 0)::bigint as free_spins,
        (coalesce(coin_in, 0) + coalesce(g.staked, 0))::bigint as coin_in,
        (coalesce(coin_out, 0) + coalesce(g.won, 0) + coalesce(hand_paid, 0))::bigint as coin_out,
        coalesce(jackpot_fed, 0)::bigint as jackpot_fed, coalesce(net, 0)::bigint as net,
        coalesce(jackpot_paid, 0)::bigint as jackpot_paid,
        coalesce(cash_in, 0)::bigint as cash_in, coalesce(cash_out, 0)::bigint as cash_out
      from machines m
      join brands b on b.id = m.brand_id
      left join players p on p.id = m.seat_player
      left join figures f on f.machine_id = m.id
      left join games g on g.machine_id = m.id
      order by m.id`.execute(trx)
    return rows
  })
}
