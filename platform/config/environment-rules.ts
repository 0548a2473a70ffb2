import type { Values } from './environment.ts'

/** What is given, what that needs, and the problem without it. 0, false and undefined are not given. */
type Rule = readonly [given: unknown, needed: unknown, problem: string]

/** The path segment that most servers replace by `whep` in the WHEP address. */
const WHIP_SEGMENT = /(?<=\/)whip(?=\/|$)/

/** The WHEP address of the SFU; undefined if it is not set and does not follow from the WHIP address. */
export const watchUrlOf = ({ VIDEO_WATCH, VIDEO_PUBLISH: publishUrl = '' }: Values): string | undefined =>
  VIDEO_WATCH ?? (WHIP_SEGMENT.test(publishUrl) ? publishUrl.replace(WHIP_SEGMENT, 'whep') : undefined)

const NO_PUBLISH =
  'VIDEO_PUBLISH must be the WHIP address of the SFU when VIDEO_WATCH or VIDEO_SFU_SECRET is set'

/** What the variables need of each other: the problem of the first rule that does not hold. */
export function brokenRule(env: Values, isDemo: boolean, hasFloorMachines: boolean): string | undefined {
  const hasTurn = env.ICE_SERVERS.some((url) => /^turn/i.test(url))
  // biome-ignore format: two lines a rule
  const rules: readonly Rule[] = [
    [env.TLS_CERT, env.TLS_KEY,
      'TLS_KEY must name the key of TLS_CERT: HTTPS needs both'],
    [env.TLS_KEY, env.TLS_CERT,
      'TLS_CERT must name the certificate of TLS_KEY: HTTPS needs both'],
    [env.COUNTRIES.length > 0, env.COUNTRY_TABLE,
      'COUNTRY_TABLE must name the table of addresses: without it COUNTRIES refuses nobody'],
    [hasTurn, env.TURN_SECRET,
      'TURN_SECRET must be set: ICE_SERVERS has a TURN server'],
    [env.TURN_SECRET, hasTurn,
      'ICE_SERVERS must have a TURN server when TURN_SECRET is set'],
    [env.DISCOUNT_AMOUNT || env.BONUS_AMOUNT, env.SERVE_APP || env.SETTINGS_FILE || env.PUBLIC_DIR,
      'SETTINGS_FILE must name the Settings.json of the app when SERVE_APP is 0 and claims are configured'],
    [env.VIDEO_PUBLISH, env.VIDEO_SFU_SECRET,
      'VIDEO_SFU_SECRET must be the secret that the front of the SFU has too: VIDEO_PUBLISH needs it'],
    [env.VIDEO_PUBLISH, watchUrlOf(env),
      'VIDEO_WATCH must be the WHEP address of the SFU, as VIDEO_PUBLISH has no part named whip'],
    [env.VIDEO_WATCH, env.VIDEO_PUBLISH, NO_PUBLISH],
    [env.VIDEO_SFU_SECRET, env.VIDEO_PUBLISH || env.FLOOR_FILE, NO_PUBLISH],
    [env.FLOOR_FILE, !hasFloorMachines,
      'FLOOR_MACHINES must be unset with FLOOR_FILE, which has all machines'],
    [env.CONTROLLER_PORT, env.FLOOR_FILE,
      'FLOOR_FILE must name the floor file with the cabinets when CONTROLLER_PORT is set'],
    [env.REDIS_URL, env.DATABASE_URL,
      'REDIS_URL is for several processes on one database: DATABASE_URL must name its server'],
    [env.SIMULATE, isDemo,
      'SIMULATE must be 0 or unset without DEMO=1: it moves house money'],
  ]
  return rules.find(([given, needed]) => given && !needed)?.[2]
}
