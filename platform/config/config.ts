import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'

/**
 * A credit that the house gives on a claim; 0 cents: it is switched off. When it may be claimed is in Settings.json,
 * which the app reads too.
 */
export interface ClaimGrant {
  /** Cents. */
  amount: number
  /** Claims per player in 24 hours. */
  maxPerDay: number
}

/** The options of a platform. Amounts in cents, durations in ms. */
export interface Config {
  port: number
  host: string
  /** The folder of the embedded database, the token signing keys, the demo players and the lock file. */
  dataDir: string
  /** The keys of the players' tokens; undefined: signing-keys.json in `dataDir`. */
  signingKeysFile: string | undefined
  /** A PostgreSQL server; undefined: the embedded database. */
  databaseUrl: string | undefined
  /** A Redis server: several processes on the database are one floor; undefined: one process. */
  redisUrl: string | undefined
  /** host:port for calls of the other processes; port 0: a free one. */
  nodeAddress: string
  floorMachines: number
  /** Four players with printed passwords and play money. */
  demo: boolean
  /** Simulated players at a third of the machines, and jackpots that the house feeds for them; in the demo only. */
  simulate: boolean
  /** The built app; undefined: another server serves it. */
  publicDir: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** How the log, and what the process says of itself, is written to the standard output. */
  logFormat: (typeof LOG_FORMATS)[number]
  /** PEM files of the certificate, with its chain, and of its key; undefined: plain HTTP. */
  tls: { certificate: string; key: string } | undefined
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
  /** Enables /metrics (bearer auth); undefined: disabled. */
  metricsToken: string | undefined
  /** Signs player identities for the live chat provider; undefined: players are anonymous there. */
  chatSecret: string | undefined
  /** Where browsers report what the app's policy refused; undefined: nowhere. */
  cspReportUrl: string | undefined
  /** Lifetime of a token, and of a login with all its renewals. */
  tokenMs: number
  loginMs: number
  /** How long a login stays open without use; 0: as long as `loginMs`. */
  loginIdleMs: number
  /** Inactivity before the idle warning, which ends the session 10 s later; 0: never. */
  seatIdleMs: number
  /** Viewers in all; machines that are encoded at once besides those that are watched by their players. */
  video: {
    maxViewers: number
    maxMachines: number
    /** Addresses that the video is published at; undefined: those that the platform listens at. */
    addresses: readonly string[] | undefined
    /** Named in place of those, where NAT maps it to them; undefined: those themselves. */
    publicAddress: string | undefined
    /** UDP ports that pictures are sent from; undefined: the operating system selects them. */
    ports: { min: number; max: number } | undefined
    /** Private networks that viewers may be in, besides those that the platform listens in. */
    networks: readonly string[]
    /** Machine-readable marker in every frame, for tests and benches; undefined: none. */
    marker: 'credit' | 'time' | undefined
  }
  /** STUN and TURN servers of the players; TURN credentials are valid for `ttlSeconds`. */
  ice: { urls: readonly string[]; turnSecret: string | undefined; ttlSeconds: number }
  /** Whether players may watch machines that they do not play. */
  spectators: boolean
  /** The SFU that machines are published to; undefined: the platform sends to each viewer itself. */
  sfu: { publishUrl: string; watchUrl: string; secret: string } | undefined
  /** Days that addresses, events with ended logins, and chat messages are kept. */
  retention: { addressDays: number; eventDays: number; chatDays: number }
  /** The least amount of a load, in cents. */
  minLoad: number
  discount: ClaimGrant
  bonus: ClaimGrant
  /** The Settings.json of the app; undefined: the defaults of its keys hold. */
  settingsFile: string | undefined
  /** From package.json, with a leading v. */
  version: string
}

const MINUTE = 60_000
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export const LOG_FORMATS = ['text', 'json'] as const
const Package = v.object({ version: v.string() })
const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The defaults on the embedded database are those of the demo, which gives claims in play money. */
export const DEFAULT_CONFIG: Config = {
  port: 8080,
  host: '127.0.0.1',
  dataDir: resolve(PROJECT_ROOT, '.data'),
  signingKeysFile: undefined,
  databaseUrl: undefined,
  redisUrl: undefined,
  nodeAddress: '127.0.0.1:0',
  floorMachines: 48,
  demo: true,
  simulate: true,
  publicDir: resolve(PROJECT_ROOT, 'dist'),
  logLevel: 'warn',
  logFormat: 'text',
  tls: undefined,
  trustProxy: [],
  limits: { calls: 1200, logins: 20 },
  lockOut: { attempts: 5, blockMs: 15 * MINUTE },
  addresses: { allow: [], deny: [] },
  country: 'TR',
  countries: [],
  countryTable: undefined,
  adminToken: undefined,
  metricsToken: undefined,
  chatSecret: undefined,
  cspReportUrl: undefined,
  tokenMs: 60 * MINUTE,
  loginMs: 30 * 24 * 60 * MINUTE,
  loginIdleMs: 12 * 60 * MINUTE,
  seatIdleMs: 5 * MINUTE,
  retention: { addressDays: 30, eventDays: 180, chatDays: 90 },
  minLoad: 100,
  video: {
    maxViewers: 48,
    maxMachines: 16,
    addresses: undefined,
    publicAddress: undefined,
    ports: undefined,
    networks: [],
    marker: undefined,
  },
  ice: { urls: [], turnSecret: undefined, ttlSeconds: 12 * 60 * 60 },
  spectators: false,
  sfu: undefined,
  // Play money: of the demo only.
  discount: { amount: 2500, maxPerDay: 1000 },
  bonus: { amount: 1000, maxPerDay: 1000 },
  settingsFile: resolve(PROJECT_ROOT, 'dist/Settings.json'),
  version: `v${v.parse(Package, JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))).version}`,
}
