import { parseArgs } from 'node:util'
import { readKeys, readSettings, type Settings } from '../src/contract/settings.ts'
import { KIOSK_DEFAULTS, KIOSK_SETTINGS } from '../src/contract/settings-kiosk.ts'
import { PLAY_DEFAULTS, PLAY_SETTINGS } from '../src/contract/settings-play.ts'
import type { Target } from './client/kit.ts'

export const USAGE = `Usage: npm run conformance -- <settings> --user <name> --password <password> [options]

  <settings>           the Settings.json of the app: a file or an address
  --user, --password   a player of yours, better one for tests; the password may be in CONFORMANCE_PASSWORD
  --origin <address>   the origin that serves the app; needed where <settings> is a file with relative addresses
  --allowance <cents>  at most so much leaves the wallet, lost stakes included (default 500)
  --max-stake <cents>  the highest stake of one spin (default: the allowance)
  --machine <id>       join this machine; without it any free one
  --junit <file>       write the findings as JUnit XML too
  --help               print this

Exit code: 0 nothing is wrong, 1 something is wrong, 2 the kit could not start, 3 something could not be checked.`

export const DEFAULT_ALLOWANCE_CENTS = 500

export interface Options {
  /** A path or a URL. */
  readonly settings: string
  readonly username: string
  readonly password: string
  readonly origin: string | undefined
  readonly allowance: number
  readonly maxStake: number
  readonly machineId: string | undefined
  readonly junit: string | undefined
}

/** Whether the command line requests the usage. */
export const wantsHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')

/** Why the kit cannot start, as a sentence. */
export class UsageError extends Error {}

function readCents(name: string, text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback
  if (!/^\d{1,12}$/.test(text))
    throw new UsageError(`${name} must be a whole number of cents, not "${text}".`)
  return Number(text)
}

function readOrigin(text: string): string {
  if (!URL.canParse(text) || !/^https?:/.test(text)) {
    throw new UsageError(`--origin must be an address such as https://play.example, not "${text}".`)
  }
  return new URL(text).origin
}

/** Parses the command line. Throws a UsageError. */
export function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Options {
  const text = { type: 'string' } as const
  const names = ['user', 'password', 'origin', 'allowance', 'max-stake', 'machine', 'junit'] as const
  let parsed: { values: Partial<Record<string, string>>; positionals: string[] }
  try {
    const options = Object.fromEntries(names.map((name) => [name, text]))
    parsed = parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
  const { values, positionals } = parsed
  const [settings, ...rest] = positionals
  if (!settings || rest.length > 0) throw new UsageError('Name one Settings.json.')
  const password = values.password ?? env.CONFORMANCE_PASSWORD
  if (!values.user || !password) throw new UsageError('Name a player by --user and --password.')
  const allowance = readCents('--allowance', values.allowance, DEFAULT_ALLOWANCE_CENTS)
  const served = /^https?:\/\//.test(settings) ? settings : undefined
  const origin = values.origin ?? served
  return {
    settings,
    username: values.user,
    password,
    origin: origin === undefined ? undefined : readOrigin(origin),
    allowance,
    maxStake: readCents('--max-stake', values['max-stake'], allowance),
    machineId: values.machine,
    junit: values.junit,
  }
}

/**
 * Makes the addresses of a Settings.json absolute. Throws a UsageError for an invalid key or a missing
 * origin.
 */
export function readTarget(raw: unknown, origin: string | undefined): Target {
  const { settings, bad } = readSettings(raw)
  const { read: play, bad: badPlay } = readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, raw)
  const { read: kiosk, bad: badKiosk } = readKeys(KIOSK_SETTINGS, KIOSK_DEFAULTS, raw)
  const [wrong] = [...bad, ...badPlay, ...badKiosk]
  if (wrong) throw new UsageError(`"${wrong}" is wrong; npm run settings says why.`)
  const { apiUrl, machineUrl, notificationUrl, socketToken, siteId, countryCheck }: Settings = settings
  const resolve = (name: string, address: string): string => {
    const http = address.replace(/^ws/, 'http')
    if (/^https?:/.test(http)) {
      if (!URL.canParse(http)) throw new UsageError(`"${name}" is "${address}": that is no address.`)
      return http.replace(/\/+$/, '')
    }
    if (origin === undefined)
      throw new UsageError(`"${name}" is "${address}": name the app's origin by --origin.`)
    return new URL(http || '/', origin).href.replace(/\/+$/, '')
  }
  const api = resolve('apiUrl', apiUrl)
  return {
    apiUrl: api,
    machineUrl: resolve('machineUrl', machineUrl),
    notificationUrl: resolve('notificationUrl', notificationUrl),
    videoUrl: play.videoUrl,
    tokenIn: socketToken,
    siteId,
    countryCheck,
    attractPictures: kiosk.kioskAttractPictures,
    appOrigin: origin ?? new URL(api).origin,
  }
}
