import { readFileSync } from 'node:fs'
import { type AddressRange, BITS, type IpAddress, readRange } from '../config/ip-addresses.ts'

type Lookup = (address: IpAddress) => string | undefined

const LINE = /^\s*"?([^",]+)"?\s*,\s*"?([A-Za-z]{2})"?\s*$/
const HEADER = /^\s*"?(cidr|network|range)"?\s*,/i
/** Lines of a slice: some 10 ms. */
const SLICE = 1000

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

/** Collects ranges, of which a later one replaces the same one. */
function createRanges() {
  const byPrefix = {
    ipv4: new Map<number, Map<bigint, string>>(),
    ipv6: new Map<number, Map<bigint, string>>(),
  }
  const networkOf = (address: IpAddress, prefix: number) =>
    toBigInt(address) >> BigInt(BITS[address.family] - prefix)
  return {
    add(range: AddressRange, country: string): void {
      const prefixes = byPrefix[range.family]
      const ranges = prefixes.get(range.prefix) ?? new Map<bigint, string>()
      prefixes.set(range.prefix, ranges.set(networkOf(range, range.prefix), country))
    },
    /** Finds an address's country; the longest matching prefix wins. */
    lookup(): Lookup {
      const sorted = (family: IpAddress['family']) => [...byPrefix[family]].sort(([a], [b]) => b - a)
      const longestFirst = { ipv4: sorted('ipv4'), ipv6: sorted('ipv6') }
      return (address) => {
        for (const [prefix, ranges] of longestFirst[address.family]) {
          const country = ranges.get(networkOf(address, prefix))
          if (country) return country
        }
        return undefined
      }
    },
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

/**
 * Reads a table in slices, between which the caller may do other work, and adds ranges of the operator's. A
 * table of all countries takes seconds. Without a file: those ranges alone. Throws an Error whose message is
 * one line.
 */
export function* readTable(
  file: string | undefined,
  own: readonly (readonly [AddressRange, string])[],
): Generator<void, Lookup> {
  const ranges = createRanges()
  let count = 0
  for (const [index, line] of (file === undefined ? [] : readLines(file)).entries()) {
    if (index % SLICE === SLICE - 1) yield
    if (/^\s*(#|$)/.test(line) || (index === 0 && HEADER.test(line))) continue
    const [, written = '', code = ''] = LINE.exec(line) ?? []
    const range = readRange(written)
    if (!range)
      throw new Error(
        `COUNTRY_TABLE ${file} line ${index + 1} is no range and country like 203.0.113.0/24,DE`,
      )
    ranges.add(range, code.toUpperCase())
    count += 1
  }
  // It would permit everybody.
  if (file !== undefined && count === 0) throw new Error(`COUNTRY_TABLE ${file} has no ranges`)
  for (const [range, country] of own) ranges.add(range, country)
  return ranges.lookup()
}
