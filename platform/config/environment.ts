import * as v from 'valibot'
import { LOG_FORMATS, LOG_LEVELS } from './config.ts'
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
  matching,
  operatorToken,
  path,
  portRange,
  postgresUrl,
  proxyRanges,
  redisUrl,
  reportUrl,
  singleAddress,
  timeZone,
  venues,
} from './environment-schemas.ts'

type Schema = v.GenericSchema<string, unknown>

/**
 * A variable with a default, as text, that its schema reads. `words`: Markdown for
 * docs/operator/environment.md.
 */
const withDefault = <S extends Schema>(schema: S, standard: string, words: string) => ({
  schema,
  standard,
  words,
})

/** A variable without a fixed default. `unset`: what applies while it is unset, in words. */
const without = <S extends Schema>(schema: S, unset: string, words: string) => ({ schema, unset, words })

/** A list that is empty while it is unset. */
const list = <S extends Schema>(schema: S, unset: string, words: string) => ({
  ...withDefault(schema, '', words),
  unset,
})

const DAY_S = 24 * 60 * 60

/**
 * All environment variables of the platform: how each is read, and what docs/operator/environment.md and
 * `npm start -- --help` say of it.
 */
// biome-ignore format: two lines a variable
export const VARIABLES = {
  PORT: withDefault(integer(0, 65_535), '8080',
    'TCP port'),
  HOST: withDefault(matching(/^\S+$/, 'must be a host name or an address'), '127.0.0.1',
    'listen address; `0.0.0.0` makes the platform reachable from other devices in the network'),
  DATA_DIR: without(path, '`.data` of the project',
    'folder of the embedded database, the signing keys and the demo players'),
  SIGNING_KEYS_FILE: without(path, '`signing-keys.json` in `DATA_DIR`',
    "the keys that sign the players' tokens; [security.md](security.md#signing-keys)"),
  DATABASE_URL: without(postgresUrl, 'embedded',
    'PostgreSQL server in place of the embedded database, `postgres://user@host/name`; its password is in `PGPASSWORD`'),
  REDIS_URL: without(redisUrl, 'one process',
    'Redis server, `redis://user:password@host:6379`: several processes on the database are one floor, see [Several processes](platform.md#several-processes)'),
  NODE_ADDRESS: withDefault(hostAndPort, '127.0.0.1:0',
    'host and port where the other processes reach this one; port 0: a free one'),
  FLOOR_MACHINES: withDefault(integer(1, 10_000), '48',
    'number of machines, spread over the brands'),
  FLOOR_FILE: without(path, 'the shipped brands',
    'brands and machines of your own, in place of `FLOOR_MACHINES`: [machines.md](machines.md)'),
  CONTROLLER_PORT: without(integer(1, 65_535), '`PORT`',
    'a port of its own for the [controllers of cabinets](machines.md#a-cabinet-behind-a-controller)'),
  DEMO: without(boolean, '`1` embedded, `0` on a server',
    '`1`: create demo players also on a PostgreSQL server; `0`: create none'),
  SIMULATE: without(boolean, '`1` in the demo, else `0`',
    '`1`: simulated players at a third of the machines, and house money for the jackpots; possible in the demo only'),
  LOG_LEVEL: withDefault(v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`), 'warn',
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`'),
  LOG_FORMAT: withDefault(v.picklist(LOG_FORMATS, `must be ${LOG_FORMATS.join(' or ')}`), 'text',
    '`text`: lines for people; `json`: a JSON object a line, [Log](platform.md#log)'),
  TLS_CERT: without(path, 'plain HTTP',
    'PEM file of a certificate with its chain: HTTPS with HTTP/2, see [hosting.md](hosting.md#https)'),
  TLS_KEY: without(path, 'none',
    "PEM file of the certificate's key, without a passphrase"),
  TRUST_PROXY: list(proxyRanges, 'none',
    'proxies whose `X-Forwarded-*` headers are trusted: addresses, CIDR ranges, `loopback`, `linklocal`, `uniquelocal`'),
  CALL_LIMIT: withDefault(integer(1, 1_000_000), '1200',
    'API requests per minute and player, or per address without a valid token; 20 times as many in all per address'),
  LOGIN_LIMIT: withDefault(integer(1, 1_000_000), '20',
    'logins and password changes per minute and address; three times as many token validations'),
  LOGIN_ATTEMPTS: withDefault(integer(0, 100), '5',
    'wrong passwords until an account is locked for 15 minutes; `0`: never'),
  TOKEN_SECONDS: withDefault(integer(5, 30 * DAY_S), '3600',
    'lifetime of a token, at least 5; the app renews it in time'),
  LOGIN_IDLE_SECONDS: withDefault(integer(0, 30 * DAY_S), '43200',
    'seconds until a login ends that its player does not use; calls that the app repeats by itself do not count; `0`: never'),
  SEAT_IDLE_SECONDS: withDefault(integer(0, DAY_S), '300',
    'seconds without play until a machine session is warned; it is closed 10 s later; `0`: never'),
  IP_ALLOW: list(addressRanges, 'empty',
    'comma-separated CIDR allow list for players; an empty list permits all'),
  IP_DENY: list(addressRanges, 'empty',
    'comma-separated CIDR deny list for players'),
  COUNTRY: withDefault(countryCode, 'TR',
    'country of addresses that are not in the table; `ZZ`: none'),
  COUNTRIES: list(countryCodes, 'empty',
    'comma-separated ISO codes of the permitted countries, such as `GB`, with `COUNTRY_TABLE`; an empty list permits all'),
  COUNTRY_TABLE: without(path, 'none',
    'file with lines `range,country`, such as `203.0.113.0/24,DE`; the narrowest matching range applies ([how to get it](deploy.md#countries)). A changed file applies within 10 s: replace it by a rename'),
  ADMIN_TOKEN: without(operatorToken, 'disabled',
    '24 to 200 characters; enables the admin API'),
  METRICS_TOKEN: without(operatorToken, 'disabled',
    '24 to 200 characters; enables `/metrics`'),
  CHAT_SECRET: without(chatSecret, 'unset',
    'secret of the live chat provider, see [live-chat.md](live-chat.md); unset: players are anonymous in the chat'),
  CSP_REPORT_URL: without(reportUrl, 'no reports',
    "https address or path to which browsers report what the app's policy refused, see [hosting.md](hosting.md#headers)"),
  PUBLIC_DIR: without(path, 'none',
    'folder of your own files, which lie over the app: `Settings.json` and what [branding.md](branding.md) names'),
  SERVE_APP: withDefault(boolean, '1',
    '`0`: serve the API only, no static files'),
  KEEP_ADDRESS_DAYS: withDefault(integer(0, 3650), '30',
    'days until IP addresses are removed from logins and account events'),
  KEEP_EVENT_DAYS: withDefault(integer(0, 3650), '180',
    'days until account events and ended logins are removed'),
  KEEP_CHAT_DAYS: withDefault(integer(0, 3650), '90',
    'days until messages of the team chat are removed'),
  MIN_LOAD: withDefault(majorAmount, '1',
    'the least amount of a load, such as `1` or `0.50`'),
  TIME_ZONE: withDefault(timeZone, 'UTC',
    "IANA time zone whose days, weeks (from Monday) and months count for players' own limits, such as `Europe/Istanbul`"),
  KIOSK_VENUES: list(venues, 'none: no such login',
    'public addresses of your venues with the names that players see, such as `203.0.113.0/24 Hall A; 198.51.100.7 Hall B`: their kiosks may offer the login from a phone, see [kiosk](../kiosk/README.md#login-from-a-phone)'),
  VIDEO_SOCKET: without(path, 'none: a child of the platform',
    'Unix socket of the process that runs the video under a user of its own ([deploy.md](deploy.md#5-the-service))'),
  VIDEO_VIEWERS: withDefault(integer(1, 10_000), '48',
    'pictures that are sent at once, by player at most four'),
  VIDEO_MACHINES: withDefault(integer(0, 10_000), '16',
    'machines that are encoded at once, besides those that are watched by their own players'),
  VIDEO_SHARP: without(integer(0, 10_000), 'one for two processor cores',
    'pictures of 1280x720 that are sent at once to large screens, see [video.md](video.md#layers)'),
  VIDEO_SPECTATORS: withDefault(boolean, '0',
    '`1`: players may watch machines that they do not play, in the dialog of a busy machine ([video.md](video.md))'),
  VIDEO_PUBLISH: without(machineUrl, 'none',
    'WHIP address of an SFU, with `{machine}`: machines are published to it once ([video.md](video.md))'),
  VIDEO_WATCH: without(machineUrl, '`VIDEO_PUBLISH`, `whep` for `whip`',
    'its WHEP address'),
  VIDEO_SFU_SECRET: without(operatorToken, 'none',
    'the secret that signs tokens for the SFU and for the cameras of cabinets; needed with either ([machines.md](machines.md#the-picture-of-a-cabinet))'),
  VIDEO_ADDRESSES: without(addressRanges, 'where `HOST` listens',
    "the machine's addresses that answers name for video; comma-separated"),
  VIDEO_PUBLIC_ADDRESS: without(singleAddress, 'none',
    'address that answers name in place of those, where NAT maps it to the machine, see [video.md](video.md#ports-and-addresses)'),
  VIDEO_PORTS: without(portRange, 'any',
    'UDP ports of the pictures, such as `50000-50999`; two for each picture'),
  VIDEO_NETWORKS: list(addressRanges, 'those where `HOST` listens',
    'private networks of players, in CIDR notation; to other private addresses the video process sends nothing'),
  ICE_SERVERS: list(iceServerUrls, 'none',
    'STUN and TURN servers of the players, such as `turn:turn.example:3478?transport=udp`; comma-separated, see [video.md](video.md#turn)'),
  TURN_SECRET: without(operatorToken, 'none',
    '24 to 200 characters; the secret that the TURN server shares (`static-auth-secret`)'),
  TURN_TTL: withDefault(integer(60, 7 * DAY_S), '43200',
    "seconds for which a player's TURN credential is valid, at least 60"),
  SETTINGS_FILE: without(path, 'that of `PUBLIC_DIR`, else `dist/Settings.json`',
    "the app's `Settings.json` at another place; also what the platform reads when another server serves the app"),
  DISCOUNT_AMOUNT: without(majorAmount, '`25` in the demo, else `0`',
    'what a discount pays, such as `25` or `12.50`; `0`: no discounts'),
  DISCOUNT_PER_DAY: without(integer(1, 1000), '`1000` in the demo, else `1`',
    'discounts per player in 24 hours'),
  BONUS_AMOUNT: without(majorAmount, '`10` in the demo, else `0`',
    'what a bonus pays; `0`: no bonuses'),
  BONUS_PER_DAY: without(integer(1, 1000), '`1000` in the demo, else `1`',
    'bonuses per player in 24 hours'),
  VIDEO_PRERENDER: withDefault(boolean, '1',
    '`0`: draws no art in advance, for tests'),
  VIDEO_MARKER: without(v.picklist(['credit', 'time'], 'must be credit or time'), 'none',
    '`credit` or `time`: what a marker in each frame says, for tests'),
}

type Variables = typeof VARIABLES
type Name = keyof Variables
type Value<N extends Name> = v.InferOutput<Variables[N]['schema']>
type Standard = { [N in Name as Variables[N] extends { standard: string } ? N : never]: Value<N> }

/** The values of all variables: those that are set, else the defaults. */
export type Values = Standard & { readonly [N in Exclude<Name, keyof Standard>]?: Value<N> }

const Environment = v.object(
  Object.fromEntries(Object.entries(VARIABLES).map(([name, { schema }]) => [name, v.optional(schema)])),
)

/**
 * Reads the variables; an empty one counts as unset. `problem`: one line that names the invalid variable and
 * its allowed values.
 */
export function readVariables(
  env: Readonly<Record<string, string | undefined>>,
): { ok: true; values: Values; isSet: (name: Name) => boolean } | { ok: false; problem: string } {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const standards = Object.entries(VARIABLES).flatMap(([name, variable]) =>
    'standard' in variable ? [[name, variable.standard]] : [],
  )
  const read = v.safeParse(Environment, { ...Object.fromEntries(standards), ...set })
  if (read.success)
    return { ok: true, values: read.output as unknown as Values, isSet: (name) => name in set }
  const [issue] = read.issues
  return { ok: false, problem: `${v.getDotPath(issue) ?? 'environment'} ${issue.message}` }
}
