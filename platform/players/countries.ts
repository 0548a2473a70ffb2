import { readFileSync, statSync } from 'node:fs'
import { type AddressRange, type IpAddress, readAddress, readRange } from '../config/ip-addresses.ts'

/** Maps addresses to countries, and applies the permitted countries. */
export interface Countries {
  countryOf(ip: string): string
  isPermitted(ip: string): boolean
  /**
   * Reads the table again if the file has changed since the last read. Returns true if the new table applies
   * now. Throws an Error with a message of one line, once for each wrong file; the last good table then still
   * applies.
   */
  reload(): boolean
}

export interface CountryRules {
  /** The operator's, used for every address outside the table. ISO 3166-1 alpha-2. */
  readonly country: string
  /** Permitted countries; empty: all. */
  readonly countries: readonly string[]
  /** A CSV file of `range,country` lines. */
  readonly countryTable: string | undefined
}

/** The operator's own networks; they take precedence over the table. */
const PRIVATE_RANGES = [
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
]

const LINE = /^\s*"?([^",]+)"?\s*,\s*"?([A-Za-z]{2})"?\s*$/
const HEADER = /^\s*"?(cidr|network|range)"?\s*,/i
const BITS = { ipv4: 32, ipv6: 128 } as const

function toBigInt({ address, family }: IpAddress): bigint {
  if (family === 'ipv4') return address.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)
  // An IPv6 address may end in dotted IPv4 notation.
  const hex = address.replace(/\d+\.\d+\.\d+\.\d+$/, (tail) => {
    const bits = toBigInt({ address: tail, family: 'ipv4' })
    return `${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`
  })
  const [left = [], right] = hex.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = right ? Array<string>(8 - left.length - right.length).fill('0') : []
  return [...left, ...zeros, ...(right ?? [])].reduce(
    (bits, group) => (bits << 16n) | BigInt(`0x${group}`),
    0n,
  )
}

/** Finds an address's country; the longest matching prefix wins. */
function createLookup(
  entries: readonly (readonly [AddressRange, string])[],
): (address: IpAddress) => string | undefined {
  const byPrefix = {
    ipv4: new Map<number, Map<bigint, string>>(),
    ipv6: new Map<number, Map<bigint, string>>(),
  }
  const networkOf = (address: IpAddress, prefix: number) =>
    toBigInt(address) >> BigInt(BITS[address.family] - prefix)
  for (const [range, country] of entries) {
    const prefixes = byPrefix[range.family]
    const ranges = prefixes.get(range.prefix) ?? new Map<bigint, string>()
    prefixes.set(range.prefix, ranges.set(networkOf(range, range.prefix), country))
  }
  const sorted = (family: IpAddress['family']) => [...byPrefix[family]].sort(([a], [b]) => b - a)
  const longestFirst = { ipv4: sorted('ipv4'), ipv6: sorted('ipv6') }
  return (address) => {
    for (const [prefix, ranges] of longestFirst[address.family]) {
      const country = ranges.get(networkOf(address, prefix))
      if (country) return country
    }
    return undefined
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split(/\r?\n/)
  } catch (error) {
    const code = error instanceof Error ? Reflect.get(error, 'code') : error
    throw new Error(`COUNTRY_TABLE ${file} cannot be read: ${code}`)
  }
}

function readCountryTable(file: string): (readonly [AddressRange, string])[] {
  const entries = readLines(file).flatMap((line, index) => {
    if (/^\s*(#|$)/.test(line) || (index === 0 && HEADER.test(line))) return []
    const [, written = '', code = ''] = LINE.exec(line) ?? []
    const range = readRange(written)
    if (range) return [[range, code.toUpperCase()] as const]
    throw new Error(`COUNTRY_TABLE ${file} line ${index + 1} is no range and country like 203.0.113.0/24,DE`)
  })
  // It would permit everybody.
  if (entries.length === 0) throw new Error(`COUNTRY_TABLE ${file} has no ranges`)
  return entries
}

/** A text that differs after each change of the file; undefined if the file cannot be read. */
function versionOf(file: string): string | undefined {
  try {
    const { ino, size, mtimeMs } = statSync(file)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return undefined
  }
}

/**
 * Reads the country table, if there is one. Blank lines, comments (#) and a header are skipped. Throws an
 * Error whose message is one line if the file cannot be read or a line is invalid.
 */
export function openCountries({ country, countries, countryTable }: CountryRules): Countries {
  const privateRanges = PRIVATE_RANGES.flatMap((text) => readRange(text) ?? []).map(
    (range) => [range, country] as const,
  )
  // Before the table is read: a change meanwhile is another version.
  let version = countryTable === undefined ? undefined : versionOf(countryTable)
  const readLookup = () =>
    createLookup([...(countryTable === undefined ? [] : readCountryTable(countryTable)), ...privateRanges])
  let find = readLookup()
  const countryOf = (ip: string) => {
    const address = readAddress(ip)
    return (address && find(address)) ?? country
  }
  const permitted = new Set(countries)
  return {
    countryOf,
    isPermitted: (ip) => permitted.size === 0 || permitted.has(countryOf(ip)),
    reload() {
      const current = countryTable === undefined ? undefined : versionOf(countryTable)
      if (current === version) return false
      version = current
      find = readLookup()
      return true
    },
  }
}
