import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { messageOf } from '../lib/message-of.ts'
import { type ClaimGrant, type Config, DEFAULT_CONFIG, LOG_FORMATS, LOG_LEVELS } from './config.ts'
import {
  addressRanges,
  boolean,
  chatSecret,
  countryCode,
  countryCodes,
  hostAndPort,
  iceServerUrls,
  integer,
  machineUrl,
  majorAmount,
  operatorToken,
  portRange,
  postgresUrl,
  proxyRanges,
  redisUrl,
  reportUrl,
  singleAddress,
  timeZone,
  venues,
} from './environment.ts'
import { withPassword, withSecretFiles } from './secret-files.ts'

/** All environment variables of the platform. An empty one counts as unset. */
const Environment = v.object({
  PORT: v.optional(integer(0, 65_535)),
  HOST: v.optional(v.pipe(v.string(), v.regex(/^\S+$/, 'must be a host name or an address'))),
  DATA_DIR: v.optional(v.string()),
  SIGNING_KEYS_FILE: v.optional(v.string()),
  DATABASE_URL: v.optional(postgresUrl),
  REDIS_URL: v.optional(redisUrl),
  NODE_ADDRESS: v.optional(hostAndPort),
  FLOOR_MACHINES: v.optional(integer(1, 10_000)),
  FLOOR_FILE: v.optional(v.string()),
  CONTROLLER_PORT: v.optional(integer(1, 65_535)),
  DEMO: v.optional(boolean),
  SIMULATE: v.optional(boolean),
  LOG_LEVEL: v.optional(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  LOG_FORMAT: v.optional(v.picklist(LOG_FORMATS, `must be ${LOG_FORMATS.join(' or ')}`)),
  TLS_CERT: v.optional(v.string()),
  TLS_KEY: v.optional(v.string()),
  TRUST_PROXY: v.optional(proxyRanges),
  CALL_LIMIT: v.optional(integer(1, 1_000_000)),
  LOGIN_LIMIT: v.optional(integer(1, 1_000_000)),
  LOGIN_ATTEMPTS: v.optional(integer(0, 100)),
  TOKEN_SECONDS: v.optional(integer(5, 30 * 24 * 60 * 60)),
  LOGIN_IDLE_SECONDS: v.optional(integer(0, 30 * 24 * 60 * 60)),
  SEAT_IDLE_SECONDS: v.optional(integer(0, 24 * 60 * 60)),
  IP_ALLOW: v.optional(addressRanges),
  IP_DENY: v.optional(addressRanges),
  COUNTRY: v.optional(countryCode),
  COUNTRIES: v.optional(countryCodes),
  COUNTRY_TABLE: v.optional(v.string()),
  ADMIN_TOKEN: v.optional(operatorToken),
  METRICS_TOKEN: v.optional(operatorToken),
  CHAT_SECRET: v.optional(chatSecret),
  CSP_REPORT_URL: v.optional(reportUrl),
  SERVE_APP: v.optional(boolean),
  PUBLIC_DIR: v.optional(v.string()),
  KEEP_ADDRESS_DAYS: v.optional(integer(0, 3650)),
  KEEP_EVENT_DAYS: v.optional(integer(0, 3650)),
  KEEP_CHAT_DAYS: v.optional(integer(0, 3650)),
  MIN_LOAD: v.optional(majorAmount),
  TIME_ZONE: v.optional(timeZone),
  KIOSK_VENUES: v.optional(venues),
  VIDEO_SOCKET: v.optional(v.string()),
  VIDEO_VIEWERS: v.optional(integer(1, 10_000)),
  VIDEO_SHARP: v.optional(integer(0, 10_000)),
  VIDEO_ADDRESSES: v.optional(addressRanges),
  VIDEO_PUBLIC_ADDRESS: v.optional(singleAddress),
  VIDEO_PORTS: v.optional(portRange),
  VIDEO_NETWORKS: v.optional(addressRanges),
  VIDEO_MACHINES: v.optional(integer(0, 10_000)),
  VIDEO_MARKER: v.optional(v.picklist(['credit', 'time'], 'must be credit or time')),
  VIDEO_PRERENDER: v.optional(boolean),
  VIDEO_SPECTATORS: v.optional(boolean),
  ICE_SERVERS: v.optional(iceServerUrls),
  TURN_SECRET: v.optional(operatorToken),
  TURN_TTL: v.optional(integer(60, 7 * 24 * 60 * 60)),
  VIDEO_PUBLISH: v.optional(machineUrl),
  VIDEO_WATCH: v.optional(machineUrl),
  VIDEO_SFU_SECRET: v.optional(operatorToken),
  SETTINGS_FILE: v.optional(v.string()),
  DISCOUNT_AMOUNT: v.optional(majorAmount),
  DISCOUNT_PER_DAY: v.optional(integer(1, 1000)),
  BONUS_AMOUNT: v.optional(majorAmount),
  BONUS_PER_DAY: v.optional(integer(1, 1000)),
})

/**
 * Reads the configuration from the environment. Demo players are the default with the embedded database only.
 * `problem`: one line that names the invalid variable and its allowed values.
 */
export function readConfig(
  given: Record<string, string | undefined>,
): { ok: true; config: Config } | { ok: false; problem: string } {
  let env = given as Readonly<typeof given>
  try {
    env = withSecretFiles(given)
  } catch (error) {
    return { ok: false, problem: messageOf(error) }
  }
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const read = v.safeParse(Environment, nonEmpty)
  if (!read.success) {
    const [issue] = read.issues
    return { ok: false, problem: `${v.getDotPath(issue) ?? 'environment'} ${issue.message}` }
  }
  const values = read.output
  const { limits, lockOut, addresses, retention } = DEFAULT_CONFIG
  const demo = values.DEMO ?? values.DATABASE_URL === undefined
  const problem = combinationProblem(values, demo)
  if (problem) return { ok: false, problem }
  const appDir = values.SERVE_APP === false ? undefined : DEFAULT_CONFIG.appDir
  const publicDir = values.PUBLIC_DIR && resolve(values.PUBLIC_DIR)
  const settingsDir = publicDir ?? appDir
  const ms = (seconds: number | undefined, fallback: number) =>
    seconds === undefined ? fallback : seconds * 1000
  return {
    ok: true,
    config: {
      ...DEFAULT_CONFIG,
      port: values.PORT ?? DEFAULT_CONFIG.port,
      host: values.HOST ?? DEFAULT_CONFIG.host,
      dataDir: values.DATA_DIR ? resolve(values.DATA_DIR) : DEFAULT_CONFIG.dataDir,
      signingKeysFile: values.SIGNING_KEYS_FILE && resolve(values.SIGNING_KEYS_FILE),
      databaseUrl: withPassword(values.DATABASE_URL, env),
      redisUrl: values.REDIS_URL,
      nodeAddress: values.NODE_ADDRESS ?? DEFAULT_CONFIG.nodeAddress,
      floorMachines: values.FLOOR_MACHINES ?? DEFAULT_CONFIG.floorMachines,
      controllerPort: values.CONTROLLER_PORT,
      floorFile: values.FLOOR_FILE && resolve(values.FLOOR_FILE),
      demo,
      simulate: values.SIMULATE ?? demo,
      appDir,
      publicDir,
      logLevel: values.LOG_LEVEL ?? DEFAULT_CONFIG.logLevel,
      logFormat: values.LOG_FORMAT ?? DEFAULT_CONFIG.logFormat,
      tls: readTls(values),
      trustProxy: values.TRUST_PROXY ?? [],
      lockOut: { ...lockOut, attempts: values.LOGIN_ATTEMPTS ?? lockOut.attempts },
      limits: { calls: values.CALL_LIMIT ?? limits.calls, logins: values.LOGIN_LIMIT ?? limits.logins },
      addresses: { allow: values.IP_ALLOW ?? addresses.allow, deny: values.IP_DENY ?? addresses.deny },
      country: values.COUNTRY ?? DEFAULT_CONFIG.country,
      countries: values.COUNTRIES ?? DEFAULT_CONFIG.countries,
      countryTable: values.COUNTRY_TABLE && resolve(values.COUNTRY_TABLE),
      adminToken: values.ADMIN_TOKEN,
      metricsToken: values.METRICS_TOKEN,
      chatSecret: values.CHAT_SECRET,
      cspReportUrl: values.CSP_REPORT_URL,
      tokenMs: ms(values.TOKEN_SECONDS, DEFAULT_CONFIG.tokenMs),
      loginIdleMs: ms(values.LOGIN_IDLE_SECONDS, DEFAULT_CONFIG.loginIdleMs),
      retention: {
        addressDays: values.KEEP_ADDRESS_DAYS ?? retention.addressDays,
        eventDays: values.KEEP_EVENT_DAYS ?? retention.eventDays,
        chatDays: values.KEEP_CHAT_DAYS ?? retention.chatDays,
      },
      minLoad: values.MIN_LOAD ?? DEFAULT_CONFIG.minLoad,
      timeZone: values.TIME_ZONE ?? DEFAULT_CONFIG.timeZone,
      venues: values.KIOSK_VENUES ?? DEFAULT_CONFIG.venues,
      video: {
        socket: values.VIDEO_SOCKET && resolve(values.VIDEO_SOCKET),
        maxViewers: values.VIDEO_VIEWERS ?? DEFAULT_CONFIG.video.maxViewers,
        maxMachines: values.VIDEO_MACHINES ?? DEFAULT_CONFIG.video.maxMachines,
        maxSharpViewers: values.VIDEO_SHARP ?? DEFAULT_CONFIG.video.maxSharpViewers,
        addresses: values.VIDEO_ADDRESSES,
        publicAddress: values.VIDEO_PUBLIC_ADDRESS,
        ports: values.VIDEO_PORTS,
        networks: values.VIDEO_NETWORKS ?? [],
        marker: values.VIDEO_MARKER,
        prerender: values.VIDEO_PRERENDER ?? DEFAULT_CONFIG.video.prerender,
      },
      ice: {
        urls: values.ICE_SERVERS ?? DEFAULT_CONFIG.ice.urls,
        turnSecret: values.TURN_SECRET,
        ttlSeconds: values.TURN_TTL ?? DEFAULT_CONFIG.ice.ttlSeconds,
      },
      spectators: values.VIDEO_SPECTATORS ?? DEFAULT_CONFIG.spectators,
      sfu: readSfu(values),
      cameraSecret: values.VIDEO_SFU_SECRET,
      ...readClaims(values, demo),
      settingsFile: values.SETTINGS_FILE
        ? resolve(values.SETTINGS_FILE)
        : settingsDir && join(settingsDir, 'Settings.json'),
      seatIdleMs: ms(values.SEAT_IDLE_SECONDS, DEFAULT_CONFIG.seatIdleMs),
    },
  }
}

function combinationProblem(values: v.InferOutput<typeof Environment>, demo: boolean): string | undefined {
  const { SERVE_APP, PUBLIC_DIR, SETTINGS_FILE, DISCOUNT_AMOUNT, BONUS_AMOUNT, TLS_CERT, TLS_KEY } = values
  if (TLS_CERT && !TLS_KEY) return 'TLS_KEY must name the key of TLS_CERT: HTTPS needs both'
  if (TLS_KEY && !TLS_CERT) return 'TLS_CERT must name the certificate of TLS_KEY: HTTPS needs both'
  if (values.COUNTRIES?.length && !values.COUNTRY_TABLE)
    return 'COUNTRY_TABLE must name the table of addresses: without it COUNTRIES refuses nobody'
  const hasTurn = values.ICE_SERVERS?.some((url) => /^turn/i.test(url)) ?? false
  if (hasTurn && !values.TURN_SECRET) return 'TURN_SECRET must be set: ICE_SERVERS has a TURN server'
  if (values.TURN_SECRET && !hasTurn) return 'ICE_SERVERS must have a TURN server when TURN_SECRET is set'
  if (SERVE_APP === false && !SETTINGS_FILE && !PUBLIC_DIR && (DISCOUNT_AMOUNT || BONUS_AMOUNT))
    return 'SETTINGS_FILE must name the Settings.json of the app when SERVE_APP is 0 and claims are configured'
  const { VIDEO_PUBLISH, VIDEO_WATCH, VIDEO_SFU_SECRET } = values
  if (VIDEO_PUBLISH && !VIDEO_SFU_SECRET)
    return 'VIDEO_SFU_SECRET must be the secret that the front of the SFU has too: VIDEO_PUBLISH needs it'
  if (VIDEO_PUBLISH && !VIDEO_WATCH && !WHIP_SEGMENT.test(VIDEO_PUBLISH))
    return 'VIDEO_WATCH must be the WHEP address of the SFU, as VIDEO_PUBLISH has no part named whip'
  if (!VIDEO_PUBLISH && (VIDEO_WATCH || (VIDEO_SFU_SECRET && !values.FLOOR_FILE)))
    return 'VIDEO_PUBLISH must be the WHIP address of the SFU when VIDEO_WATCH or VIDEO_SFU_SECRET is set'
  if (values.FLOOR_FILE && values.FLOOR_MACHINES !== undefined)
    return 'FLOOR_MACHINES must be unset with FLOOR_FILE, which has all machines'
  if (values.CONTROLLER_PORT !== undefined && !values.FLOOR_FILE)
    return 'FLOOR_FILE must name the floor file with the cabinets when CONTROLLER_PORT is set'
  if (values.REDIS_URL && !values.DATABASE_URL)
    return 'REDIS_URL is for several processes on one database: DATABASE_URL must name its server'
  if (values.SIMULATE && !demo) return 'SIMULATE must be 0 or unset without DEMO=1: it moves house money'
  return undefined
}

/** The path segment that most servers replace by `whep` in the WHEP address. */
const WHIP_SEGMENT = /(?<=\/)whip(?=\/|$)/

function readSfu({ VIDEO_PUBLISH, VIDEO_WATCH, VIDEO_SFU_SECRET }: v.InferOutput<typeof Environment>) {
  if (!VIDEO_PUBLISH || !VIDEO_SFU_SECRET) return undefined
  const watchUrl = VIDEO_WATCH ?? VIDEO_PUBLISH.replace(WHIP_SEGMENT, 'whep')
  return { publishUrl: VIDEO_PUBLISH, watchUrl, secret: VIDEO_SFU_SECRET }
}

function readTls({ TLS_CERT, TLS_KEY }: v.InferOutput<typeof Environment>): Config['tls'] {
  return TLS_CERT && TLS_KEY ? { certificate: resolve(TLS_CERT), key: resolve(TLS_KEY) } : undefined
}

/** Outside the demo claims are off by default; an enabled one may be claimed once a day. */
function readClaims(
  values: v.InferOutput<typeof Environment>,
  demo: boolean,
): Pick<Config, 'discount' | 'bonus'> {
  const off = { amount: 0, maxPerDay: 1 }
  const { discount, bonus } = demo ? DEFAULT_CONFIG : { discount: off, bonus: off }
  const grant = (standard: ClaimGrant, amount: number | undefined, maxPerDay: number | undefined) => ({
    amount: amount ?? standard.amount,
    maxPerDay: maxPerDay ?? standard.maxPerDay,
  })
  return {
    discount: grant(discount, values.DISCOUNT_AMOUNT, values.DISCOUNT_PER_DAY),
    bonus: grant(bonus, values.BONUS_AMOUNT, values.BONUS_PER_DAY),
  }
}
