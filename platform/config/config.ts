import type { Venue } from './venues.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export const LOG_FORMATS = ['text', 'json'] as const

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

/**
 * The options of a platform, which read-config.ts makes of the environment: environment.ts says what each is.
 * Amounts in cents, durations in ms; undefined: the part is off, or has its default.
 */
export interface Config {
  port: number
  host: string
  dataDir: string
  signingKeysFile: string | undefined
  databaseUrl: string | undefined
  redisUrl: string | undefined
  nodeAddress: string
  floorMachines: number
  floorFile: string | undefined
  controllerPort: number | undefined
  /** Creates four players with printed passwords and play money. */
  demo: boolean
  simulate: boolean
  /** The folder of the built app; undefined: another server serves it. */
  appDir: string | undefined
  publicDir: string | undefined
  /** The app's Settings.json; undefined: the defaults of its keys apply. */
  settingsFile: string | undefined
  logLevel: (typeof LOG_LEVELS)[number]
  /** The format of the log, and of the process's messages, on the standard output. */
  logFormat: (typeof LOG_FORMATS)[number]
  tls: { certificate: string; key: string } | undefined
  trustProxy: readonly string[]
  /** Requests per minute and address; `logins` limits logins and changes of a password. */
  limits: { calls: number; logins: number }
  /** Wrong passwords until an account is blocked (0: never), and the duration of the block. */
  lockOut: { attempts: number; blockMs: number }
  addresses: { allow: readonly string[]; deny: readonly string[] }
  country: string
  countries: readonly string[]
  countryTable: string | undefined
  adminToken: string | undefined
  metricsToken: string | undefined
  chatSecret: string | undefined
  cspReportUrl: string | undefined
  /** The lifetime of a token, and of a login including its renewals. */
  tokenMs: number
  loginMs: number
  /** How long a login stays valid without use; 0: as long as `loginMs`. */
  loginIdleMs: number
  /** Inactivity before the idle warning, which ends the visit 10 s later; 0: never. */
  seatIdleMs: number
  retention: { addressDays: number; eventDays: number; chatDays: number }
  minLoad: number
  venues: readonly Venue[]
  timeZone: string
  video: {
    socket: string | undefined
    maxViewers: number
    maxMachines: number
    /** Viewers that get the sharp layer at once. */
    maxSharpViewers: number
    addresses: readonly string[] | undefined
    publicAddress: string | undefined
    ports: { min: number; max: number } | undefined
    networks: readonly string[]
    marker: 'credit' | 'time' | undefined
    prerender: boolean
  }
  ice: { urls: readonly string[]; turnSecret: string | undefined; ttlSeconds: number }
  spectators: boolean
  sfu: { publishUrl: string; watchUrl: string; secret: string } | undefined
  /** Shared with the servers of the cabinets' cameras; undefined: the floor has none. */
  cameraSecret: string | undefined
  discount: ClaimGrant
  bonus: ClaimGrant
  /** The version of package.json with a leading v. */
  version: string
}
