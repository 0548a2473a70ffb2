import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely'
import type { ChatStatus } from '../../src/contract/extras.ts'
import type { LimitKind } from '../../src/contract/limits.ts'

/*
 * The rows of the database. Amounts are integers in cents; ids are numbers here and strings outside of
 * queries; times are Dates (timestamptz).
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
  driver: Generated<'simulated' | 'controller'>
  seat_player: number | null
  visit_id: number | null
  seated_at: Date | null
  /** The end of the hold; set while the player is disconnected. */
  held_until: Date | null
  /** When the idle warning starts, or has started. */
  idle_at: Date | null
  /** The last stake; 0 before a visit's first spin. */
  stake: Generated<number>
  free_spins: Generated<number>
  free_stake: Generated<number>
  bonus_win: Generated<number>
  /** Set while the operator has taken it out of service. */
  fault: 'error' | 'offline' | null
  /** Cents of the last big win of an ended visit. */
  last_big_win: Generated<number | null>
  seq: Generated<number>
  /** The process that may change it; an id of `nodes`. */
  owner: string | null
  /** Grows with each change of the owner. */
  epoch: Generated<number>
}

/** A running process; its lease ends at `until`, by the database's clock. */
export interface NodeTable {
  id: string
  until: Date
  /** host:port for calls from other processes; null without them. */
  address: string | null
}

/** A key that all processes on the database use, in hex. */
export interface SharedKeyTable {
  name: string
  value: string
}

export interface PlayerTable {
  id: Generated<number>
  username: string
  /** Normalized, so that names are unique regardless of case. */
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
  is_demo: Generated<boolean>
  created_at: Generated<Date>
  /** contract/user.ts */
  preferences: JSONColumnType<object, string | undefined, string>
  chat_status: Generated<ChatStatus>
}

export interface LoginTable {
  id: string
  player_id: number
  ip: string
  /** players/user-agent.ts; empty: unknown. */
  device: Generated<string>
  created_at: Generated<Date>
  /** The player's last use of the login, to the minute. */
  used_at: Generated<Date>
  /** When its newest token expires. Null: a token of 2.3.4. */
  token_until: Date | null
  revoked_at: Date | null
}

/** Wrong passwords in a row, by player and network: players/lockout.ts. */
export interface LoginAttemptTable {
  player_id: number
  network: string
  failed: number
  blocked_until: Date | null
  at: Date
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
  /**
   * `wallet:<player>`, `machine:<machine>`, `jackpot:<brand>`, `transit:<machine>`, `suspense:<machine>`,
   * `house:<machine>`, `house:import` or `house`.
   */
  id: string
  balance: Generated<number>
  /** Grows by one with every movement. */
  version: Generated<number>
}

export interface MovementTable {
  id: Generated<number>
  request_id: string
  kind: string
  /** Distinguishes a repeated request from a reused id; of a cabinet's report: see report-facts.ts. */
  fingerprint: string
  player_id: number | null
  machine_id: number | null
  /** The stored answer to a repeated request; for a cash-in or a cash-out it also contains the `visit`. */
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
  /** The id of the movement that took the stake; unique. */
  request_id: string
  machine_id: number
  player_id: number
  visit_id: number
  game: string
  /** The hash of the game definition; null for spins from before definitions were stored. */
  definition: string | null
  stake: number
  free: boolean
  stops: JSONColumnType<number[], string, string>
  /** Win lines, for the video. */
  wins: JSONColumnType<unknown[], string, string>
  /** Line wins in cents, without the jackpot. */
  win: number
  jackpot_hit: boolean
  /** Cents; set when the spin is settled. */
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
  /** The number of its end in the sequence that also numbers the starts (`id`); set by the database. */
  end_no: number | null
}

export interface ChatMessageTable {
  id: Generated<number>
  player_id: number
  contact_id: string
  /** Written by the player, else by the contact. */
  from_player: boolean
  automatic: Generated<boolean>
  unread: Generated<boolean>
  /** A text, or one per language. */
  message: ColumnType<string | Record<string, string>, string, never>
  /** The client's id, against duplicates. */
  request_id: string | null
  at: Date
}

/** A link of the hash chain over the movements, with the spins that they started: ledger/chain.ts. */
export interface MovementChainTable {
  movement_id: number
  hash: string
}

/** A link of the chain over the settlements, in the order of the spins. */
export interface SettlementChainTable {
  spin_id: number
  hash: string
}

/** A link of the chain over the starts (`visits.id`) and ends (`visits.end_no`) of visits. */
export interface VisitChainTable {
  visit_no: number
  hash: string
}

export interface ActionChainTable {
  action_id: number
  hash: string
}

/** The rules of spins, as JSON; stored permanently. */
export interface GameDefinitionTable {
  /** The hash of the definition's text. */
  hash: string
  game: string
  definition: string
  created_at: Generated<Date>
}

/**
 * The operator's actions: through the admin API, by `npm run players`, or by starting a build with new game
 * rules.
 */
export interface OperatorActionTable {
  id: Generated<number>
  action: string
  target: JSONColumnType<object, string, string>
  /** `done`, or the code of the refusal. */
  outcome: string
  /** `local`: a command on the machine. */
  ip: string
  at: Date
}

/**
 * A change that a player made to a limit (`value` in cents or minutes, null: none), the start of a pause
 * (`until`), or the operator's change of the player's maximum stake. Effective from `from_at`.
 */
export interface PlayerLimitTable {
  id: Generated<number>
  player_id: number
  kind: LimitKind | 'pause' | 'max-stake'
  value: number | null
  set_at: Date
  from_at: Date
  until: Date | null
}

/** A cabinet behind a controller. */
export interface CabinetTable {
  machine_id: number
  /** The number of its controller's newest connection; messages of older ones have no effect. */
  connection: Generated<number>
  /** The number of the last booked game; null: no controller has reported one yet. */
  last_game: number | null
  /** Cents of its credit that nobody loaded. */
  extra: Generated<number>
  /** Why no new player is admitted until an operator acknowledges it; null: they are. */
  closed: string | null
  /** Its meters, less what was booked, when its first controller connected. */
  meters: JSONColumnType<object, string | null, string | null> | null
  /** Where its picture was watched last; null: it had no camera. */
  camera: JSONColumnType<object, string | null, string | null> | null
}

/** A load or a cash-out of a cabinet. */
export interface TransferTable {
  /** The id that the cabinet knows it by. */
  id: string
  machine_id: number
  player_id: number
  visit_id: number
  direction: 'load' | 'cash-out'
  /** What was put in transit at the start. */
  cents: number
  state: Generated<'pending' | 'done' | 'refused' | 'unknown' | 'settled'>
  created_at: Date
  ended_at: Date | null
}

/** A game that a cabinet has reported. */
export interface CabinetGameTable {
  machine_id: number
  number: number
  stake: number
  win: number
  /** The cabinet's credit after it. */
  credit: number
  player_id: number | null
  visit_id: number | null
  /** By the cabinet's clock. */
  played_at: Date
  created_at: Date
}

export interface HandPayTable {
  machine_id: number
  /** The cabinet's. */
  id: string
  cents: number
  player_id: number | null
  visit_id: number | null
  /** Where it went; `waiting` while the cabinet waits for an attendant. */
  state: Generated<'waiting' | 'machine' | 'attendant'>
  created_at: Date
  ended_at: Date | null
}

/** A code for the login at a kiosk from a phone. `expires_at` moves with the player's decision. */
export interface LoginLinkTable {
  code_hash: string
  secret_hash: string
  venue: string
  screen: string
  state: 'waiting' | 'confirmed' | 'refused'
  player_id: number | null
  /** The login that confirmed it. */
  login_id: string | null
  expires_at: Date
}

export interface Tables {
  brands: BrandTable
  machines: MachineTable
  nodes: NodeTable
  shared_keys: SharedKeyTable
  players: PlayerTable
  logins: LoginTable
  login_attempts: LoginAttemptTable
  events: EventTable
  accounts: AccountTable
  movements: MovementTable
  entries: EntryTable
  spins: SpinTable
  visits: VisitTable
  chat_messages: ChatMessageTable
  movement_chain: MovementChainTable
  settlement_chain: SettlementChainTable
  visit_chain: VisitChainTable
  action_chain: ActionChainTable
  game_definitions: GameDefinitionTable
  cabinets: CabinetTable
  transfers: TransferTable
  cabinet_games: CabinetGameTable
  hand_pays: HandPayTable
  operator_actions: OperatorActionTable
  player_limits: PlayerLimitTable
  login_links: LoginLinkTable
}

export type MachineRow = Selectable<MachineTable>
export type SpinRow = Selectable<SpinTable>
export type VisitRow = Selectable<VisitTable>
