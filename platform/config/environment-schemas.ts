import { resolve } from 'node:path'
import * as v from 'valibot'
import { isDecodableUrl } from '../lib/is-decodable-url.ts'
import { isProxyRange } from './client-address.ts'
import { readAddress, readRange } from './ip-addresses.ts'
import { parseVenues } from './venues.ts'

/* Schemas of environment variables. Their messages fit one line and quote no secret. */

export const matching = (pattern: RegExp, message: string) => v.pipe(v.string(), v.regex(pattern, message))
const valid = (isValid: (text: string) => boolean, message: string) =>
  v.pipe(v.string(), v.check(isValid, message))

/** A file or folder, from the folder of the process. */
export const path = v.pipe(v.string(), v.transform(resolve))

export function integer(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  const number = v.pipe(matching(/^\d{1,9}$/, message), v.transform(Number))
  return v.pipe(number, v.minValue(min, message), v.maxValue(max, message))
}

export const boolean = v.pipe(
  v.picklist(['1', 'true', '0', 'false'], 'must be 1 or 0'),
  v.transform((text) => text === '1' || text === 'true'),
)

export const postgresUrl = matching(
  /^postgres(ql)?:\/\/\S+$/,
  'must look like postgres://user:password@host/name',
)

/** UDP ports such as 50000-50999. */
export const portRange = v.pipe(
  matching(/^\d{4,5}-\d{4,5}$/, 'must be a range of ports like 50000-50999'),
  v.transform((text) => {
    const [min = 0, max = 0] = text.split('-').map(Number)
    return { min, max }
  }),
  v.check(({ min, max }) => min >= 1024 && min <= max && max <= 65_535, 'must be ports from 1024 to 65535'),
)

export const singleAddress = valid(
  (text) => readAddress(text) !== undefined,
  'must be an address like 203.0.113.7',
)

export const redisUrl = valid(
  (text) => /^rediss?:\/\/\S+$/.test(text) && isDecodableUrl(text),
  'must look like redis://user:password@host:6379',
)

export const hostAndPort = valid(
  (text) => /^([\w.-]+|\[[\da-f:.]+\]):\d{1,5}$/i.test(text) && URL.canParse(`http://${text}`),
  'must be an address with a port like 10.0.0.5:7401',
)

/** An amount in major units with up to two decimals, such as 25 or 12.50; becomes cents. */
export const majorAmount = v.pipe(
  matching(/^\d{1,7}(\.\d{1,2})?$/, 'must be an amount like 25 or 12.50'),
  v.transform((text) => Math.round(Number(text) * 100)),
)

function isTimeZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text })
    return true
  } catch {
    return false
  }
}

export const timeZone = valid(isTimeZone, 'must be a time zone like UTC or Europe/Istanbul')

export const venues = v.pipe(
  valid(
    (text) => text === '' || parseVenues(text) !== undefined,
    'must be addresses with names like 203.0.113.0/24 Hall A; 198.51.100.7 Hall B',
  ),
  v.transform((text) => parseVenues(text) ?? []),
)

/** A comma-separated list, empty for an empty text; the message names the first invalid part. */
function listOf(description: string, isValid: (part: string) => boolean) {
  const message = ({ input }: { input: readonly string[] }) =>
    `must be ${description}, separated by commas; "${input.find((part) => !isValid(part))}" is invalid`
  return v.pipe(
    v.string(),
    v.transform((text) => (text === '' ? [] : text.split(',').map((part) => part.trim()))),
    v.check((parts) => parts.every(isValid), message),
  )
}

const RANGES = 'addresses or ranges like 203.0.113.7, 10.0.0.0/8, 2001:db8::/32'

export const addressRanges = listOf(RANGES, (part) => readRange(part) !== undefined)

export const iceServerUrls = listOf(
  'addresses like stun:turn.example:3478, turn:turn.example:3478?transport=udp',
  (part) => /^(stuns?|turns?):(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?(\?transport=(udp|tcp))?$/i.test(part),
)

export const proxyRanges = listOf(`${RANGES}, loopback, linklocal, uniquelocal`, isProxyRange)

const REGIONS = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Regions that are no country, such as the EU, and `ZZ`, which no address is in. */
const NO_COUNTRY = /^(EU|EZ|QO|UN|XA|XB|ZZ)$/i

/** Whether it is a country's ISO 3166 code. No table of addresses has others, such as UK in place of GB. */
function isCountry(part: string): boolean {
  if (!/^[A-Z]{2}$/i.test(part) || NO_COUNTRY.test(part)) return false
  const code = part.toUpperCase()
  return new Intl.Locale(`und-${code}`).region === code && REGIONS.of(code) !== undefined
}

/** With `ZZ` an address that the table does not have is in no country. */
export const countryCode = v.pipe(
  v.string(),
  v.toUpperCase(),
  v.check((part) => part === 'ZZ' || isCountry(part), 'must be the ISO code of a country like GB'),
)

export const countryCodes = v.pipe(
  listOf('ISO codes of countries like TR, GB', isCountry),
  v.transform((parts) => parts.map((part) => part.toUpperCase())),
)

/** A secret: too long to be guessed, in characters that a header can contain. */
export const operatorToken = matching(
  /^[\x21-\x7e]{24,200}$/,
  'must have at least 24 characters and no spaces',
)

/** It becomes a header value, so it contains no quotes and separators. */
export const reportUrl = valid(
  (text) => /^(https:\/\/|\/(?!\/))[\w\-.~:/?#[\]@!&()*+=%]+$/.test(text) && URL.canParse(text, 'https://x'),
  'must be an https address, or a path that begins with /',
)

/** A WHIP or WHEP endpoint of an SFU, with `{machine}`. */
export const machineUrl = valid(
  (text) => /^https?:\/\/[^\s"'<>;,]+$/.test(text) && text.includes('{machine}') && URL.canParse(text),
  'must be an address like https://sfu.example/whip/{machine}',
)

/** The chat provider issues it, so only obviously invalid values are rejected. */
export const chatSecret = matching(/^[\x21-\x7e]{8,200}$/, 'must have at least 8 characters and no spaces')
