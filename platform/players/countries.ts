import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { readClientAddress, readRange } from '../config/ip-addresses.ts'
import { LINK_LOCAL, LOOPBACK, PRIVATE } from '../config/special-addresses.ts'
import { readTable } from './country-table.ts'

/** Maps addresses to countries, and applies the permitted countries. */
export interface Countries {
  countryOf(ip: string): string
  isPermitted(ip: string): boolean
  /**
   * Reads the table again if the file has changed since the last read, in slices; the old one applies
   * meanwhile. Resolves to true if the new table applies now. Rejects with an Error with a message of one
   * line, once for each wrong file; the last good table then still applies.
   */
  reload(): Promise<boolean>
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
const OWN_RANGES = [...LOOPBACK, ...LINK_LOCAL, ...PRIVATE]

/** A text that differs after each change of the file; undefined if the file cannot be read. */
function versionOf(file: string): string | undefined {
  try {
    const { ino, size, mtimeMs } = statSync(file)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return undefined
  }
}

function atOnce<T>(work: Generator<void, T>): T {
  let step = work.next()
  while (!step.done) step = work.next()
  return step.value
}

/** Lets other work of the process run between the slices. */
async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  let step = work.next()
  while (!step.done) {
    await nextTurn()
    step = work.next()
  }
  return step.value
}

/**
 * Reads the country table, if there is one. Blank lines, comments (#) and a header are skipped. Throws an
 * Error whose message is one line if the file cannot be read or a line is invalid.
 */
export function openCountries({ country, countries, countryTable }: CountryRules): Countries {
  const privateRanges = OWN_RANGES.flatMap((text) => readRange(text) ?? []).map(
    (range) => [range, country] as const,
  )
  // Before the table is read: a change meanwhile is another version.
  let version = countryTable === undefined ? undefined : versionOf(countryTable)
  let find = atOnce(readTable(countryTable, privateRanges))
  const countryOf = (ip: string) => {
    const address = readClientAddress(ip)
    return (address && find(address)) ?? country
  }
  const permitted = new Set(countries)
  return {
    countryOf,
    isPermitted: (ip) => permitted.size === 0 || permitted.has(countryOf(ip)),
    async reload() {
      const current = countryTable === undefined ? undefined : versionOf(countryTable)
      if (current === version) return false
      version = current
      find = await inTurns(readTable(countryTable, privateRanges))
      return true
    },
  }
}
