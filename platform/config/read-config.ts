import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { messageOf } from '../lib/message-of.ts'
import type { Config } from './config.ts'
import { readVariables, type Values } from './environment.ts'
import { withPassword, withSecretFiles } from './secret-files.ts'

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url))
const Package = v.object({ version: v.string() })
const PACKAGE = v.parse(Package, JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')))

const MINUTE_MS = 60_000
const LOCK_OUT_MS = 15 * MINUTE_MS
const LOGIN_MS = 30 * 24 * 60 * MINUTE_MS

/** The path segment that most servers replace by `whep` in the WHEP address. */
const WHIP_SEGMENT = /(?<=\/)whip(?=\/|$)/
/** Claims outside the demo, and those of the demo's play money: cents, and claims a day. */
const CLAIMS_OFF = { discount: 0, bonus: 0, maxPerDay: 1 }
const CLAIMS_OF_DEMO = { discount: 2500, bonus: 1000, maxPerDay: 1000 }

type Read = Values & { readonly demo: boolean; readonly hasFloorMachines: boolean }

const hasTurn = ({ ICE_SERVERS }: Read) => ICE_SERVERS.some((url) => /^turn/i.test(url))

/** What variables need of each other; the first that does not hold stops the start. */
const RULES: readonly { when: (values: Read) => unknown; problem: string }[] = [
  {
    when: ({ TLS_CERT, TLS_KEY }) => TLS_CERT && !TLS_KEY,
    problem: 'TLS_KEY must name the key of TLS_CERT: HTTPS needs both',
  },
  {
    when: ({ TLS_CERT, TLS_KEY }) => TLS_KEY && !TLS_CERT,
    problem: 'TLS_CERT must name the certificate of TLS_KEY: HTTPS needs both',
  },
  {
    when: ({ COUNTRIES, COUNTRY_TABLE }) => COUNTRIES.length && !COUNTRY_TABLE,
    problem: 'COUNTRY_TABLE must name the table of addresses: without it COUNTRIES refuses nobody',
  },
  {
    when: (values) => hasTurn(values) && !values.TURN_SECRET,
    problem: 'TURN_SECRET must be set: ICE_SERVERS has a TURN server',
  },
  {
    when: (values) => values.TURN_SECRET && !hasTurn(values),
    problem: 'ICE_SERVERS must have a TURN server when TURN_SECRET is set',
  },
  {
    when: ({ SERVE_APP, SETTINGS_FILE, PUBLIC_DIR, DISCOUNT_AMOUNT, BONUS_AMOUNT }) =>
      !SERVE_APP && !SETTINGS_FILE && !PUBLIC_DIR && (DISCOUNT_AMOUNT || BONUS_AMOUNT),
    problem:
      'SETTINGS_FILE must name the Settings.json of the app when SERVE_APP is 0 and claims are configured',
  },
  {
    when: ({ VIDEO_PUBLISH, VIDEO_SFU_SECRET }) => VIDEO_PUBLISH && !VIDEO_SFU_SECRET,
    problem: 'VIDEO_SFU_SECRET must be the secret that the front of the SFU has too: VIDEO_PUBLISH needs it',
  },
  {
    when: ({ VIDEO_PUBLISH, VIDEO_WATCH }) =>
      VIDEO_PUBLISH && !VIDEO_WATCH && !WHIP_SEGMENT.test(VIDEO_PUBLISH),
    problem: 'VIDEO_WATCH must be the WHEP address of the SFU, as VIDEO_PUBLISH has no part named whip',
  },
  {
    when: ({ VIDEO_PUBLISH, VIDEO_WATCH, VIDEO_SFU_SECRET, FLOOR_FILE }) =>
      !VIDEO_PUBLISH && (VIDEO_WATCH || (VIDEO_SFU_SECRET && !FLOOR_FILE)),
    problem: 'VIDEO_PUBLISH must be the WHIP address of the SFU when VIDEO_WATCH or VIDEO_SFU_SECRET is set',
  },
  {
    when: ({ FLOOR_FILE, hasFloorMachines }) => FLOOR_FILE && hasFloorMachines,
    problem: 'FLOOR_MACHINES must be unset with FLOOR_FILE, which has all machines',
  },
  {
    when: ({ CONTROLLER_PORT, FLOOR_FILE }) => CONTROLLER_PORT !== undefined && !FLOOR_FILE,
    problem: 'FLOOR_FILE must name the floor file with the cabinets when CONTROLLER_PORT is set',
  },
  {
    when: ({ REDIS_URL, DATABASE_URL }) => REDIS_URL && !DATABASE_URL,
    problem: 'REDIS_URL is for several processes on one database: DATABASE_URL must name its server',
  },
  {
    when: ({ SIMULATE, demo }) => SIMULATE && !demo,
    problem: 'SIMULATE must be 0 or unset without DEMO=1: it moves house money',
  },
]

/**
 * Reads the configuration from the environment. Demo players are the default with the embedded database only.
 * `problem`: one line that names the invalid variable and its allowed values.
 */
export function readConfig(
  given: Readonly<Record<string, string | undefined>>,
): { ok: true; config: Config } | { ok: false; problem: string } {
  let env: typeof given
  try {
    env = withSecretFiles(given)
  } catch (error) {
    return { ok: false, problem: messageOf(error) }
  }
  const read = readVariables(env)
  if (!read.ok) return read
  const { DEMO, DATABASE_URL } = read.values
  const demo = DEMO ?? DATABASE_URL === undefined
  const values = { ...read.values, demo, hasFloorMachines: read.isSet('FLOOR_MACHINES') }
  const broken = RULES.find(({ when }) => when(values))
  if (broken) return { ok: false, problem: broken.problem }
  return { ok: true, config: { ...toConfig(values), databaseUrl: withPassword(DATABASE_URL, env) } }
}

function toConfig(values: Read): Config {
  const { demo, TLS_CERT, TLS_KEY, VIDEO_PUBLISH, VIDEO_SFU_SECRET } = values
  const appDir = values.SERVE_APP ? join(PROJECT_ROOT, 'dist') : undefined
  const settingsDir = values.PUBLIC_DIR ?? appDir
  const claims = demo ? CLAIMS_OF_DEMO : CLAIMS_OFF
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR ?? join(PROJECT_ROOT, '.data'),
    signingKeysFile: values.SIGNING_KEYS_FILE,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    nodeAddress: values.NODE_ADDRESS,
    floorMachines: values.FLOOR_MACHINES,
    floorFile: values.FLOOR_FILE,
    controllerPort: values.CONTROLLER_PORT,
    demo,
    simulate: values.SIMULATE ?? demo,
    appDir,
    publicDir: values.PUBLIC_DIR,
    settingsFile: values.SETTINGS_FILE ?? (settingsDir && join(settingsDir, 'Settings.json')),
    logLevel: values.LOG_LEVEL,
    logFormat: values.LOG_FORMAT,
    tls: TLS_CERT && TLS_KEY ? { certificate: TLS_CERT, key: TLS_KEY } : undefined,
    trustProxy: values.TRUST_PROXY,
    limits: { calls: values.CALL_LIMIT, logins: values.LOGIN_LIMIT },
    lockOut: { attempts: values.LOGIN_ATTEMPTS, blockMs: LOCK_OUT_MS },
    addresses: { allow: values.IP_ALLOW, deny: values.IP_DENY },
    country: values.COUNTRY,
    countries: values.COUNTRIES,
    countryTable: values.COUNTRY_TABLE,
    adminToken: values.ADMIN_TOKEN,
    metricsToken: values.METRICS_TOKEN,
    chatSecret: values.CHAT_SECRET,
    cspReportUrl: values.CSP_REPORT_URL,
    tokenMs: values.TOKEN_SECONDS * 1000,
    loginMs: LOGIN_MS,
    loginIdleMs: values.LOGIN_IDLE_SECONDS * 1000,
    seatIdleMs: values.SEAT_IDLE_SECONDS * 1000,
    retention: {
      addressDays: values.KEEP_ADDRESS_DAYS,
      eventDays: values.KEEP_EVENT_DAYS,
      chatDays: values.KEEP_CHAT_DAYS,
    },
    minLoad: values.MIN_LOAD,
    timeZone: values.TIME_ZONE,
    venues: values.KIOSK_VENUES,
    video: {
      socket: values.VIDEO_SOCKET,
      maxViewers: values.VIDEO_VIEWERS,
      maxMachines: values.VIDEO_MACHINES,
      // The encoder of a sharp picture takes about half of a core.
      maxSharpViewers: values.VIDEO_SHARP ?? Math.floor(availableParallelism() / 2),
      addresses: values.VIDEO_ADDRESSES,
      publicAddress: values.VIDEO_PUBLIC_ADDRESS,
      ports: values.VIDEO_PORTS,
      networks: values.VIDEO_NETWORKS,
      marker: values.VIDEO_MARKER,
      prerender: values.VIDEO_PRERENDER,
    },
    ice: {
      urls: values.ICE_SERVERS,
      turnSecret: values.TURN_SECRET,
      ttlSeconds: values.TURN_TTL,
    },
    spectators: values.VIDEO_SPECTATORS,
    sfu:
      VIDEO_PUBLISH && VIDEO_SFU_SECRET
        ? {
            publishUrl: VIDEO_PUBLISH,
            watchUrl: values.VIDEO_WATCH ?? VIDEO_PUBLISH.replace(WHIP_SEGMENT, 'whep'),
            secret: VIDEO_SFU_SECRET,
          }
        : undefined,
    cameraSecret: VIDEO_SFU_SECRET,
    discount: {
      amount: values.DISCOUNT_AMOUNT ?? claims.discount,
      maxPerDay: values.DISCOUNT_PER_DAY ?? claims.maxPerDay,
    },
    bonus: {
      amount: values.BONUS_AMOUNT ?? claims.bonus,
      maxPerDay: values.BONUS_PER_DAY ?? claims.maxPerDay,
    },
    version: `v${PACKAGE.version}`,
  }
}
