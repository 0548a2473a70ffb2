import { addressMatcher, readRange } from './ip-addresses.ts'

/** The kiosks of a venue, by their public addresses. */
export interface Venue {
  readonly range: string
  /** Shown to the player who logs in there. */
  readonly name: string
}

const MAX_NAME = 60

/** Parses `203.0.113.0/24 Hall A; 198.51.100.7 Hall B`. Undefined for an invalid entry. */
export function parseVenues(text: string): Venue[] | undefined {
  const entries = text.split(';').map((entry) => /^(\S+)\s+(\S.*)$/.exec(entry.trim()))
  const venues = entries.flatMap((entry) => {
    const [, range = '', name = ''] = entry ?? []
    return readRange(range) && name.length <= MAX_NAME ? { range, name } : []
  })
  return venues.length === entries.length ? venues : undefined
}

/** The name of the first venue that has this address. */
export const venueOf = (venues: readonly Venue[], ip: string): string | undefined =>
  venues.find(({ range }) => addressMatcher([range])(ip))?.name
