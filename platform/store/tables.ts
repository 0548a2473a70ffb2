import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { ChatStatus } from '../../src/contract/extras.ts'

/*
 * The rows as the database holds them. Amounts are integers in cents; ids are numbers here and text everywhere
 * outside the queries; times are Dates (timestamptz).
 */

export interface BrandTable {
  /** The pack's id. */
  id: number
  /** The pack's key: the same brand, whatever its name. */
  key: string
  name: string
  game: string
}

export interface MachineTable {
  id: number
  brand_id: number
  name: string
  seat_player: number | null
  visit_id: number | null
  seated_at: Date | null
  /** Set while the player's connection is gone: until then the seat is kept. */
  held_until: Date | null
  /** The stake played last; 0 until the first spin of a visit. */
  stake: Generated<number>
  free_spins: Generated<number>
  free_stake: Generated<number>
  bonus_win: Generated<number>
  /** Why the operator took it out of service; null: it is in service. */
  fault: 'error' | 'offline' | null
  seq: Generated<number>
}

export interface PlayerTable {
  id: Generated<number>
  username: string
  /** Lower-cased, so that one name belongs to one player. */
  username_key: string
  password_hash: string
  pin_hash: string | null
  name: Generated<string>
  lastname: Generated<string>
  email: string | null
  group: Generated<string>
  permissions: JSONColumnType<number[], string | undefined, string>
  password_changed_at: Generated<Date>
  banned: Generated<boolean>
  failed_logins: Generated<number>
  blocked_until: Date | null
  is_demo: Generated<boolean>
  created_at: Generated<Date>
  /** What they chose for themselves: contract/user.ts. */
  preferences: JSONColumnType<object, string | undefined, string>
  /** How they show themselves in the chat: contract/extras.ts. */
  chat_status: Generated<ChatStatus>
}

export interface LoginTable {
  id: string
  player_id: number
  ip: string
  created_at: Generated<Date>
  revoked_at: Date | null
}

export interface EventTable {
  id: Generated<number>
  player_id: number | null
  type: string
  ip: string | null
  at: Generated<Date>
  details: JSONColumnType<Record<string, unknown>, string | undefined, string>
}

export interface AccountTable {
  /** `wallet:<player>`, `machine:<machine>`, `jackpot:<brand>` or `house`. */
  id: string
  balance: Generated<number>
  /** Grows by one with every movement. */
  version: Generated<number>
}

export interface MovementTable {
  id: Generated<number>
  request_id: string
  kind: string
  /** What was asked, so that a repeated request id is told from a reused one. */
  fingerprint: string
  player_id: number | null
  machine_id: number | null
  answer: JSONColumnType<object, string, string>
  created_at: Generated<Date>
}

export interface EntryTable {
  movement_id: number
  account_id: string
  amount: number
  balance_after: number
}

export interface SpinTable {
  id: Generated<number>
  /** That of the movement that took the stake, which is what makes it unique. */
  request_id: string
  machine_id: number
  player_id: number
  visit_id: number
  game: string
  stake: number
  free: boolean
  stops: JSONColumnType<number[], string, string>
  /** The games' own win lines, for the picture. */
  wins: JSONColumnType<unknown[], string, string>
  /** Cents the lines pay, without the jackpot. */
  win: number
  jackpot_hit: boolean
  /** Cents of the jackpot, known when the spin is settled. */
  jackpot: Generated<number>
  free_awarded: number
  created_at: Generated<Date>
  settled_at: Date | null
}

export interface VisitTable {
  id: Generated<number>
  player_id: number
  machine_id: number
  started_at: Generated<Date>
  ended_at: Date | null
  cash_in: Generated<number>
  cash_out: Generated<number>
  spins: Generated<number>
  free_spins: Generated<number>
}

export interface ChatMessageTable {
  id: Generated<number>
  player_id: number
  contact_id: string
  /** Written by the player; by the contact otherwise. */
  from_player: boolean
  /** Written by no person. */
  automatic: Generated<boolean>
  /** The player has not opened the chat since. */
  unread: Generated<boolean>
  /** A text, or one for each language. */
  message: ColumnType<string | Record<string, string>, string, never>
  /** The player's own id of it, so that a message that is sent twice is one. */
  request_id: string | null
  at: Date
}

export interface Tables {
  brands: BrandTable
  machines: MachineTable
  players: PlayerTable
  logins: LoginTable
  events: EventTable
  accounts: AccountTable
  movements: MovementTable
  entries: EntryTable
  spins: SpinTable
  visits: VisitTable
  chat_messages: ChatMessageTable
}

export type MachineRow = Selectable<MachineTable>
export type SpinRow = Selectable<SpinTable>
