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

/** A credit that a player may claim once in `windowMs`. Amounts in cents. */
export interface ClaimRule {
  amount: number
  windowMs: number
  /** Refused from this wallet balance on. */
  maxBalance?: number
}

/** The options of a platform. Amounts in cents, durations in ms. */
export interface Config {
  port: number
  host: string
  /** The folder of the embedded database, the token signing key, the demo players and the lock file. */
  dataDir: string
  /** A PostgreSQL server; undefined: the embedded database. */
  databaseUrl: string | undefined
  floorMachines: number
  /** Four players with printed passwords and play money. */
  demo: boolean
  /** The built app; undefined: another server serves it. */
  publicDir: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** Proxies whose X-Forwarded-* headers are trusted; none by default. */
  trustProxy: readonly string[]
  /** Requests per minute and address; `logins` limits logging in and changing a password. */
  limits: { calls: number; logins: number }
  /** Wrong passwords before an account is blocked (0: never), and for how long. */
  lockOut: { attempts: number; blockMs: number }
  /** CIDR allow and deny lists; an empty allow list permits all. */
  addresses: { allow: readonly string[]; deny: readonly string[] }
  /** The operator's country, the permitted countries (none: all) and a file that maps address ranges to countries. */
  country: string
  countries: readonly string[]
  countryTable: string | undefined
  /** Enables the admin API (bearer auth); undefined: disabled. */
  adminToken: string | undefined
  /** Signs player identities for the live chat provider; undefined: players are anonymous there. */
  chatSecret: string | undefined
  /** Lifetime of a token, and of a login with all its renewals. */
  tokenMs: number
  loginMs: number
  /** Inactivity before the idle warning, which ends the session 10 s later; 0: never. */
  seatIdleMs: number
  discount: ClaimRule
  bonus: ClaimRule
  /** From package.json, with a leading v. */
  version: string
}

const MINUTE = 60_000
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const Package = v.object({ version: v.string() })
const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Discount: 25.00 below a balance of 100.00; bonus: 10.00. */
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

/** Every environment variable of the platform. An empty one counts as unset. */
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
 * Reads the configuration from the environment. Demo players are the default with the embedded database only.
 * `problem`: one line that names the wrong variable and the values it may have.
 */
export function readConfig(
  env: Record<string, string | undefined>,
): { ok: true; config: Config } | { ok: false; problem: string } {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const read = v.safeParse(Environment, nonEmpty)
  if (!read.success) {
    const [issue] = read.issues
    return { ok: false, problem: `${v.getDotPath(issue) ?? 'environment'} ${issue.message}` }
  }
  const values = read.output
  const { limits, lockOut, addresses } = DEFAULT_CONFIG
  const ms = (seconds: number | undefined, fallback: number) =>
    seconds === undefined ? fallback : seconds * 1000
  return {
    ok: true,
    config: {
      ...DEFAULT_CONFIG,
      port: values.PORT ?? DEFAULT_CONFIG.port,
      host: values.HOST ?? DEFAULT_CONFIG.host,
      dataDir: values.DATA_DIR ? resolve(values.DATA_DIR) : DEFAULT_CONFIG.dataDir,
      databaseUrl: values.DATABASE_URL,
      floorMachines: values.FLOOR_MACHINES ?? DEFAULT_CONFIG.floorMachines,
      demo: values.DEMO ?? values.DATABASE_URL === undefined,
      publicDir: values.SERVE_APP === false ? undefined : DEFAULT_CONFIG.publicDir,
      logLevel: values.LOG_LEVEL ?? DEFAULT_CONFIG.logLevel,
      trustProxy: values.TRUST_PROXY ?? [],
      lockOut: { ...lockOut, attempts: values.LOGIN_ATTEMPTS ?? lockOut.attempts },
      limits: { calls: values.CALL_LIMIT ?? limits.calls, logins: values.LOGIN_LIMIT ?? limits.logins },
      addresses: { allow: values.IP_ALLOW ?? addresses.allow, deny: values.IP_DENY ?? addresses.deny },
      country: values.COUNTRY ?? DEFAULT_CONFIG.country,
      countries: values.COUNTRIES ?? DEFAULT_CONFIG.countries,
      countryTable: values.COUNTRY_TABLE && resolve(values.COUNTRY_TABLE),
      adminToken: values.ADMIN_TOKEN,
      chatSecret: values.CHAT_SECRET,
      tokenMs: ms(values.TOKEN_SECONDS, DEFAULT_CONFIG.tokenMs),
      seatIdleMs: ms(values.SEAT_IDLE_SECONDS, DEFAULT_CONFIG.seatIdleMs),
    },
  }
}
