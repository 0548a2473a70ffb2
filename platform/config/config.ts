import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import {
  addressRanges,
  boolean,
  chatSecret,
  countryCode,
  countryCodes,
  integer,
  operatorToken,
  postgresUrl,
  proxyRanges,
} from './environment.ts'

/** A gift that a player may claim again and again, not more often than every `windowMs`. Amounts in cents. */
export interface ClaimRule {
  amount: number
  windowMs: number
  /** Given only while the wallet holds less than this. */
  maxBalance?: number
}

/** Everything that can be chosen when the platform is started. Amounts in cents, times in ms. */
export interface Config {
  port: number
  host: string
  /** Holds the embedded database, the key that signs tokens, the demo players and the lock. */
  dataDir: string
  /** A PostgreSQL server; without it the embedded database is used. */
  databaseUrl: string | undefined
  floorMachines: number
  /** Four players with printed passwords and play money. */
  demo: boolean
  /** The built app; undefined when the static files are served from elsewhere. */
  publicDir: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** Whose X-Forwarded-* headers are believed, as a list of addresses; nobody's by default. */
  trustProxy: readonly string[]
  /** Calls a minute from one address; logging in and changing a password have a limit of their own. */
  limits: { calls: number; logins: number }
  /** Wrong passwords before an account is protected (0: never), and for how long. */
  lockOut: { attempts: number; blockMs: number }
  /** Addresses and ranges whose players are let in (none: everybody's), and those that are not. */
  addresses: { allow: readonly string[]; deny: readonly string[] }
  /** The operator's own country, the permitted ones (none: all) and the file that says which address is where. */
  country: string
  countries: readonly string[]
  countryTable: string | undefined
  /** Opens the operator's calls; undefined: there are none. */
  adminToken: string | undefined
  /** What the live chat's provider checks a player's identity by; undefined: players are anonymous to it. */
  chatSecret: string | undefined
  /** A token's life, and how long a login can be renewed. */
  tokenMs: number
  loginMs: number
  /** A seat that nobody plays for so long is warned, and closed 10 s later; 0: never. */
  seatIdleMs: number
  discount: ClaimRule
  bonus: ClaimRule
  /** The version in package.json, as the app shows it. */
  version: string
}

const MINUTE = 60_000
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const Package = v.object({ version: v.string() })
const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** What holds when the environment says nothing. Discount: 25.00 for who has less than 100.00; bonus: 10.00. */
export const DEFAULT_CONFIG: Config = {
  port: 8080,
  host: '127.0.0.1',
  dataDir: resolve(PROJECT_ROOT, '.data'),
  databaseUrl: undefined,
  floorMachines: 48,
  demo: true,
  publicDir: resolve(PROJECT_ROOT, 'dist'),
  logLevel: 'warn',
  trustProxy: [],
  limits: { calls: 1200, logins: 20 },
  lockOut: { attempts: 5, blockMs: 15 * MINUTE },
  addresses: { allow: [], deny: [] },
  country: 'TR',
  countries: [],
  countryTable: undefined,
  adminToken: undefined,
  chatSecret: undefined,
  tokenMs: 60 * MINUTE,
  loginMs: 30 * 24 * 60 * MINUTE,
  seatIdleMs: 5 * MINUTE,
  discount: { amount: 2500, windowMs: 30_000, maxBalance: 10_000 },
  bonus: { amount: 1000, windowMs: 30_000 },
  version: `v${v.parse(Package, JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))).version}`,
}

/** Every variable of the environment that the platform reads. An empty one counts as not set. */
const Environment = v.object({
  PORT: v.optional(integer(0, 65_535)),
  HOST: v.optional(v.pipe(v.string(), v.regex(/^\S+$/, 'must be a host name or an address'))),
  DATA_DIR: v.optional(v.string()),
  DATABASE_URL: v.optional(postgresUrl),
  FLOOR_MACHINES: v.optional(integer(1, 10_000)),
  DEMO: v.optional(boolean),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  TRUST_PROXY: v.optional(proxyRanges),
  CALL_LIMIT: v.optional(integer(1, 1_000_000)),
  LOGIN_LIMIT: v.optional(integer(1, 1_000_000)),
  LOGIN_ATTEMPTS: v.optional(integer(0, 100)),
  TOKEN_SECONDS: v.optional(integer(5, 30 * 24 * 60 * 60)),
  SEAT_IDLE_SECONDS: v.optional(integer(0, 24 * 60 * 60)),
  IP_ALLOW: v.optional(addressRanges),
  IP_DENY: v.optional(addressRanges),
  COUNTRY: v.optional(countryCode),
  COUNTRIES: v.optional(countryCodes),
  COUNTRY_TABLE: v.optional(v.string()),
  ADMIN_TOKEN: v.optional(operatorToken),
  CHAT_SECRET: v.optional(chatSecret),
  SERVE_APP: v.optional(boolean),
})

/**
 * Reads the configuration from the environment. Demo players are made by default with the embedded database
 * only: nobody wants them in a real one unasked. A wrong value gives `problem`, one line that says what to mend.
 */
export function readConfig(
  env: Record<string, string | undefined>,
): { ok: true; config: Config } | { ok: false; problem: string } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const read = v.safeParse(Environment, given)
  if (!read.success) {
    const [issue] = read.issues
    return { ok: false, problem: `${v.getDotPath(issue) ?? 'environment'} ${issue.message}` }
  }
  const from = read.output
  const { limits, lockOut, addresses } = DEFAULT_CONFIG
  const ms = (seconds: number | undefined, otherwise: number) =>
    seconds === undefined ? otherwise : seconds * 1000
  return {
    ok: true,
    config: {
      ...DEFAULT_CONFIG,
      port: from.PORT ?? DEFAULT_CONFIG.port,
      host: from.HOST ?? DEFAULT_CONFIG.host,
      dataDir: from.DATA_DIR ? resolve(from.DATA_DIR) : DEFAULT_CONFIG.dataDir,
      databaseUrl: from.DATABASE_URL,
      floorMachines: from.FLOOR_MACHINES ?? DEFAULT_CONFIG.floorMachines,
      demo: from.DEMO ?? from.DATABASE_URL === undefined,
      publicDir: from.SERVE_APP === false ? undefined : DEFAULT_CONFIG.publicDir,
      logLevel: from.LOG_LEVEL ?? DEFAULT_CONFIG.logLevel,
      trustProxy: from.TRUST_PROXY ?? [],
      lockOut: { ...lockOut, attempts: from.LOGIN_ATTEMPTS ?? lockOut.attempts },
      limits: { calls: from.CALL_LIMIT ?? limits.calls, logins: from.LOGIN_LIMIT ?? limits.logins },
      addresses: { allow: from.IP_ALLOW ?? addresses.allow, deny: from.IP_DENY ?? addresses.deny },
      country: from.COUNTRY ?? DEFAULT_CONFIG.country,
      countries: from.COUNTRIES ?? DEFAULT_CONFIG.countries,
      countryTable: from.COUNTRY_TABLE && resolve(from.COUNTRY_TABLE),
      adminToken: from.ADMIN_TOKEN,
      chatSecret: from.CHAT_SECRET,
      tokenMs: ms(from.TOKEN_SECONDS, DEFAULT_CONFIG.tokenMs),
      seatIdleMs: ms(from.SEAT_IDLE_SECONDS, DEFAULT_CONFIG.seatIdleMs),
    },
  }
}
