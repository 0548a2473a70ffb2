import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { Venue } from './venues.ts'

/**
 * The credit of a claim, given by the house; 0 cents switches the claim off. Settings.json, which the app
 * reads too, contains when it may be claimed.
 */
export interface ClaimGrant {
  /** Cents. */
  amount: number
  /** Maximum number of claims per player in 24 hours. */
  maxPerDay: number
}

/** The options of a platform. Amounts in cents, durations in ms. */
export interface Config {
  port: number
  host: string
  /** The folder of the embedded database, the signing keys, the demo players and the lock file. */
  dataDir: string
  /** The keys that sign the players' tokens; undefined: signing-keys.json in `dataDir`. */
  signingKeysFile: string | undefined
  /** A PostgreSQL server; undefined: the embedded database. */
  databaseUrl: string | undefined
  /**
   * A Redis server, through which several processes on the database form one floor; undefined: one process.
   */
  redisUrl: string | undefined
  /** host:port for calls from other processes; port 0: a free one. */
  nodeAddress: string
  floorMachines: number
  /** The operator's brands and machines; undefined: the shipped brands share `floorMachines`. */
  floorFile: string | undefined
  /** A port of their own for the controllers of cabinets; undefined: `port`. */
  controllerPort: number | undefined
  /** Creates four players with printed passwords and play money. */
  demo: boolean
  /**
   * Simulates players at a third of the machines, and jackpots that the house feeds for them; in the demo
   * only.
   */
  simulate: boolean
  /** The folder of the built app; undefined: another server serves it. */
  appDir: string | undefined
  /**
   * The folder of the operator's own files, outside the source tree: Settings.json, and what replaces or adds
   * to the app's public files. It is undefined if there are none.
   */
  publicDir: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** The format of the log, and of the process's messages, on the standard output. */
  logFormat: (typeof LOG_FORMATS)[number]
  /** PEM files of the certificate, with its chain, and of its key; undefined: plain HTTP. */
  tls: { certificate: string; key: string } | undefined
  /** Proxies whose X-Forwarded-* headers are trusted; none by default. */
  trustProxy: readonly string[]
  /** Requests per minute and address; `logins` limits logins and changes of a password. */
  limits: { calls: number; logins: number }
  /** Wrong passwords until an account is blocked (0: never), and the duration of the block. */
  lockOut: { attempts: number; blockMs: number }
  /** CIDR allow and deny lists; an empty allow list permits all. */
  addresses: { allow: readonly string[]; deny: readonly string[] }
  /**
   * The operator's country, the permitted countries (empty: all), and a file that maps address ranges to
   * countries.
   */
  country: string
  countries: readonly string[]
  countryTable: string | undefined
  /** Enables the admin API (bearer auth); undefined: disabled. */
  adminToken: string | undefined
  /** Enables /metrics (bearer auth); undefined: disabled. */
  metricsToken: string | undefined
  /** Signs the players' identities for the live chat provider; undefined: players are anonymous there. */
  chatSecret: string | undefined
  /** Where browsers report violations of the app's policy; undefined: nowhere. */
  cspReportUrl: string | undefined
  /** The lifetime of a token, and of a login including its renewals. */
  tokenMs: number
  loginMs: number
  /** How long a login stays valid without use; 0: as long as `loginMs`. */
  loginIdleMs: number
  /** Inactivity before the idle warning, which ends the visit 10 s later; 0: never. */
  seatIdleMs: number
  /**
   * Maximum number of viewers; maximum number of machines encoded at once besides those that their players
   * watch.
   */
  video: {
    /** The Unix socket of the process that runs the video's; undefined: it is a child of the platform. */
    socket: string | undefined
    maxViewers: number
    maxMachines: number
    /** Viewers that get the sharp layer at once. */
    maxSharpViewers: number
    /** The addresses at which the video is published; undefined: those on which the platform listens. */
    addresses: readonly string[] | undefined
    /** Published in place of those, if a NAT maps it to them. */
    publicAddress: string | undefined
    /** The UDP ports of the video; undefined: the operating system selects them. */
    ports: { min: number; max: number } | undefined
    /** Private networks of viewers, besides those on which the platform listens. */
    networks: readonly string[]
    /** A machine-readable marker in every frame, for tests and benches. */
    marker: 'credit' | 'time' | undefined
    /** Whether the art of all brands is drawn in advance; false in the processes of tests. */
    prerender: boolean
  }
  /** STUN and TURN servers of the players; TURN credentials are valid for `ttlSeconds`. */
  ice: { urls: readonly string[]; turnSecret: string | undefined; ttlSeconds: number }
  /** Whether players may watch machines at which they have no seat. */
  spectators: boolean
  /** The SFU to which machines are published; undefined: the platform sends to each viewer itself. */
  sfu: { publishUrl: string; watchUrl: string; secret: string } | undefined
  /** Shared with the servers of the cabinets' cameras; undefined: the floor has none. */
  cameraSecret: string | undefined
  /** Retention in days of addresses, of events with ended logins, and of chat messages. */
  retention: { addressDays: number; eventDays: number; chatDays: number }
  /** Minimum amount of a load, cents. */
  minLoad: number
  /** The venues whose kiosks offer the login from a phone; empty: none. */
  venues: readonly Venue[]
  /** The IANA time zone whose days, weeks and months count for players' own limits. */
  timeZone: string
  discount: ClaimGrant
  bonus: ClaimGrant
  /** The app's Settings.json; undefined: the defaults of its keys apply. */
  settingsFile: string | undefined
  /** The version of package.json with a leading v. */
  version: string
}

const MINUTE = 60_000
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export const LOG_FORMATS = ['text', 'json'] as const
const Package = v.object({ version: v.string() })
const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The defaults. With the embedded database they are those of the demo, whose claims are play money. */
export const DEFAULT_CONFIG: Config = {
  port: 8080,
  host: '127.0.0.1',
  dataDir: resolve(PROJECT_ROOT, '.data'),
  signingKeysFile: undefined,
  databaseUrl: undefined,
  redisUrl: undefined,
  nodeAddress: '127.0.0.1:0',
  floorMachines: 48,
  floorFile: undefined,
  controllerPort: undefined,
  demo: true,
  simulate: true,
  appDir: resolve(PROJECT_ROOT, 'dist'),
  publicDir: undefined,
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
  timeZone: 'UTC',
  venues: [],
  video: {
    socket: undefined,
    maxViewers: 48,
    maxMachines: 16,
    // The encoder of a sharp picture takes about half of a core.
    maxSharpViewers: Math.floor(availableParallelism() / 2),
    addresses: undefined,
    publicAddress: undefined,
    ports: undefined,
    networks: [],
    marker: undefined,
    prerender: true,
  },
  ice: { urls: [], turnSecret: undefined, ttlSeconds: 12 * 60 * 60 },
  spectators: false,
  sfu: undefined,
  cameraSecret: undefined,
  // Play money, in the demo only.
  discount: { amount: 2500, maxPerDay: 1000 },
  bonus: { amount: 1000, maxPerDay: 1000 },
  settingsFile: resolve(PROJECT_ROOT, 'dist/Settings.json'),
  version: `v${v.parse(Package, JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))).version}`,
}
