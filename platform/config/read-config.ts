import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { messageOf } from '../lib/message-of.ts'
import type { Config } from './config.ts'
import { readVariables, type Values } from './environment.ts'
import { brokenRule, watchUrlOf } from './environment-rules.ts'
import { withPassword, withSecretFiles } from './secret-files.ts'

const PROJECT_ROOT = fileURLToPath(new URL('../..', import.meta.url))
const Package = v.object({ version: v.string() })
const PACKAGE = v.parse(Package, JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8')))

const MINUTE_MS = 60_000
const LOCK_OUT_MS = 15 * MINUTE_MS
const LOGIN_MS = 30 * 24 * 60 * MINUTE_MS

/** Claims outside the demo, and those of the demo's play money: cents, and claims a day. */
const CLAIMS_OFF = { discount: 0, bonus: 0, maxPerDay: 1 }
const CLAIMS_OF_DEMO = { discount: 2500, bonus: 1000, maxPerDay: 1000 }

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
  const { values, isSet } = read
  const demo = values.DEMO ?? values.DATABASE_URL === undefined
  const problem = brokenRule(values, demo, isSet('FLOOR_MACHINES'))
  if (problem) return { ok: false, problem }
  return { ok: true, config: toConfig(values, demo, withPassword(values.DATABASE_URL, env)) }
}

function toConfig(values: Values, demo: boolean, databaseUrl: string | undefined): Config {
  const appDir = values.SERVE_APP ? join(PROJECT_ROOT, 'dist') : undefined
  const settingsDir = values.PUBLIC_DIR ?? appDir
  const { TLS_CERT: certificate, TLS_KEY: key } = values
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: values.DATA_DIR ?? join(PROJECT_ROOT, '.data'),
    signingKeysFile: values.SIGNING_KEYS_FILE,
    databaseUrl,
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
    tls: certificate && key ? { certificate, key } : undefined,
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
    ice: { urls: values.ICE_SERVERS, turnSecret: values.TURN_SECRET, ttlSeconds: values.TURN_TTL },
    spectators: values.VIDEO_SPECTATORS,
    sfu: sfuOf(values),
    cameraSecret: values.VIDEO_SFU_SECRET,
    ...claimsOf(values, demo ? CLAIMS_OF_DEMO : CLAIMS_OFF),
    version: `v${PACKAGE.version}`,
  }
}

function sfuOf(values: Values): Config['sfu'] {
  const { VIDEO_PUBLISH: publishUrl, VIDEO_SFU_SECRET: secret } = values
  const watchUrl = watchUrlOf(values)
  return publishUrl && watchUrl && secret ? { publishUrl, watchUrl, secret } : undefined
}

function claimsOf(values: Values, standard: typeof CLAIMS_OFF): Pick<Config, 'discount' | 'bonus'> {
  const { discount, bonus, maxPerDay } = standard
  return {
    discount: {
      amount: values.DISCOUNT_AMOUNT ?? discount,
      maxPerDay: values.DISCOUNT_PER_DAY ?? maxPerDay,
    },
    bonus: { amount: values.BONUS_AMOUNT ?? bonus, maxPerDay: values.BONUS_PER_DAY ?? maxPerDay },
  }
}
