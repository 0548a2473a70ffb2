import type { Log } from '../floor/context.ts'
import type { Clock } from '../lib/clock.ts'
import { messageOf } from '../lib/message-of.ts'
import { repeat } from '../lib/repeat.ts'
import type { Countries } from '../players/countries.ts'

/** How often a platform looks for another country table. */
export const COUNTRIES_RELOAD_MS = 10_000

/**
 * Applies changes of the country table, and calls `onChange` after each. A wrong table is named once in the
 * log. Returns the stop function.
 */
export function followCountryTable(
  { reload }: Pick<Countries, 'reload'>,
  onChange: () => void,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  const check = async () => {
    if (await reload()) onChange()
  }
  return repeat(check, COUNTRIES_RELOAD_MS, clock, (error) =>
    log.warn({ code: 'countries' }, `${messageOf(error)}. The last good table stays in force.`),
  )
}
