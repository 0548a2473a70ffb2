import { unreadableFields } from '../../../../net/unreadable-fields.ts'
import { quantileOf } from './quantile.ts'
import type { Level, StatsSample, StreamStats } from './state.ts'
import { FRESH_MS } from './stream-stats.ts'

export interface Report {
  readonly figures: StreamStats | undefined
  readonly history: readonly StatsSample[]
  readonly level: Level
  readonly layer: string | undefined
  readonly reconnects: number
  /** As `pressDelays` of the state. */
  readonly presses: readonly number[]
  readonly machine: string
  readonly version: string
  readonly agent: string
  /** `siteId` of the settings, and `versions` as the login answered it. */
  readonly site?: number
  readonly server?: string | undefined
  /** When a control of the game was last pressed, ms since 1970; 0: never. */
  readonly lastInteraction?: number
  /** ms since 1970. */
  readonly at: number
}

/** How many kinds of unreadable fields a report lists. */
const MAX_UNREADABLE = 20

/**
 * The statistics as text for the operator's support. Always in English, so that reports can be compared.
 * Contains no player name and no address.
 */
export function supportText(report: Report): string {
  const { figures, history, level, layer, reconnects, presses, machine, version, agent, site, server, at } =
    report
  const worst = (key: keyof StatsSample, pick: (...all: number[]) => number) => {
    const known = history.map((moment) => moment[key]).filter((one) => one !== undefined)
    return known.length > 0 ? pick(...known) : undefined
  }
  const { ageError } = figures ?? {}
  const since = (ms: number | undefined) =>
    ms === 0 && ageError === undefined ? `under ${FRESH_MS} ms` : of(ms, 'ms')
  const plusMinus = (error: number | undefined) => (error === undefined ? '' : ` +-${error} ms`)
  const of = (value: number | undefined, unit: string, times = 1, digits = 0) =>
    value === undefined ? '-' : `${(value * times).toFixed(digits)} ${unit}`
  const line = (key: keyof StatsSample, unit: string, pick: 'min' | 'max', times = 1, digits = 0) =>
    `${of(figures?.[key], unit, times, digits)} (${pick} of the last minute ${of(worst(key, Math[pick]), unit, times, digits)})`
  const { buffer, width, height, codec, candidate, protocol } = figures ?? {}
  const unread = unreadableFields()
  const lines = [
    ['reelcast', version],
    ['time', new Date(at).toISOString()],
    ['machine', machine],
    ['connection', level],
    ['round trip', line('rtt', 'ms', 'max')],
    [
      'picture age',
      `${since(figures?.age)}${plusMinus(ageError)} (max of the last minute ${since(worst('age', Math.max))})`,
    ],
    ['capture times', figures?.isAgeMeasured ? 'yes' : 'no'],
    [
      'press to picture',
      `${of(quantileOf(presses, 0.5), 'ms')} (95 % within ${of(quantileOf(presses, 0.95), 'ms')}, ${presses.length} spins)`,
    ],
    ['frames', line('fps', '/s', 'min', 1, 1)],
    ['loss', line('loss', '%', 'max', 100, 1)],
    ['jitter buffer', of(buffer, 'ms')],
    ['picture', `${width ?? '-'}x${height ?? '-'} ${codec ?? ''}`.trim()],
    ['bitrate', line('bitrate', 'kbit/s', 'min', 0.001)],
    ['path', [candidate, protocol].filter(Boolean).join(' ') || '-'],
    ['layer', layer ?? 'default'],
    ['reconnects', String(reconnects)],
    ...(report.lastInteraction ? [['last press', of(at - report.lastInteraction, 's ago', 0.001)]] : []),
    ['browser', agent],
    ...(site === undefined ? [] : [['site', String(site)]]),
    ...(server ? [['server', server]] : []),
    ['unreadable', String(unread.total)],
    ...unread.fields.slice(0, MAX_UNREADABLE).map(([field, times]) => [`unreadable ${times}x`, field]),
  ]
  return lines.map(([name, value]) => `${name}: ${value}`).join('\n')
}
