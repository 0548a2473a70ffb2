import { sql } from 'kysely'
import { creditAccountsOf } from '../ledger/ledger.ts'
import { formatMinute } from '../lib/format-time.ts'
import { formatMajorAmount } from '../lib/major-amount.ts'
import type { Column } from '../lib/table.ts'
import type { Db } from '../store/db.ts'

interface ListRow {
  id: number
  username: string
  banned: boolean
  blocked: boolean
  is_demo: boolean
  wallet: number
  machine: string | null
  credit: number | null
  max_stake: number | null
  used_at: Date | null
  created_at: Date
}

/** The columns of the list; amounts in major units, times in this machine's time zone. */
export const PLAYER_COLUMNS: readonly Column[] = [
  { head: 'player', isNumber: true },
  { head: 'username' },
  { head: 'state' },
  { head: 'wallet', isNumber: true },
  { head: 'machine' },
  { head: 'credit', isNumber: true },
  { head: 'max stake', isNumber: true },
  { head: 'last use' },
  { head: 'added' },
]

/** `blocked`: too many wrong passwords, from some network or all. */
const stateOf = ({ banned, blocked, is_demo }: ListRow): string =>
  banned ? 'banned' : blocked ? 'blocked' : is_demo ? 'demo' : 'open'

/** All players, with what they have in the wallet and at a machine, in the order of their ids. */
export async function listPlayers(db: Db, now: Date): Promise<string[][]> {
  const { rows } = await sql<ListRow>`
    select p.id, p.username, p.banned, p.is_demo, p.created_at, m.name as machine,
      (select sum(balance)::bigint from accounts where accounts.id = any(${creditAccountsOf('m.id')})) as credit,
      coalesce(wallet.balance, 0)::bigint as wallet,
      exists (
        select from login_attempts a where a.player_id = p.id and a.blocked_until > ${now}::timestamptz
      ) as blocked,
      (select value from player_limits l where l.player_id = p.id and l.kind = 'max-stake' order by l.id desc limit 1)
        as max_stake,
      (select max(used_at) from logins where logins.player_id = p.id) as used_at
    from players p
    left join accounts wallet on wallet.id = 'wallet:' || p.id
    left join machines m on m.seat_player = p.id
    order by p.id`.execute(db)
  return rows.map((row) => [
    String(row.id),
    row.username,
    stateOf(row),
    formatMajorAmount(row.wallet),
    row.machine ?? '',
    row.machine === null ? '' : formatMajorAmount(row.credit ?? 0),
    row.max_stake === null ? '' : formatMajorAmount(row.max_stake),
    row.used_at ? formatMinute(row.used_at) : '',
    formatMinute(row.created_at),
  ])
}
