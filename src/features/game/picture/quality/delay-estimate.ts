import type { StreamStats } from './state.ts'

/** How long a push and a picture are on their way, ms. */
export interface Delays {
  /** One way of the line. */
  readonly line: number
  /** From the capture of a frame to its display. */
  readonly picture: number
}

/** What the statistics do not cover: sending, decoding and display, ms. */
const UNSEEN_MS = 25
/** A longer memory would take the drift of two clocks for a delay. */
const SAMPLES = 20
/** A single report may be late by itself. */
const LATEST = 3

/**
 * Estimates the delays of one connection from its statistics, one sample a second: half of the least round
 * trip, what has come to the way of the sender's reports since the fastest of them, and the jitter buffer.
 * Undefined before the browser knows all of it. While no frame leaves the buffer, the last one counts.
 */
export function createDelayEstimate(): (
  sample: Pick<StreamStats, 'rtt' | 'buffer' | 'transit'>,
) => Delays | undefined {
  let rtts: number[] = []
  let transits: number[] = []
  let buffer: number | undefined
  const add = (values: number[], value: number | undefined) =>
    value === undefined ? values : [...values.slice(1 - SAMPLES), value]
  return (sample) => {
    rtts = add(rtts, sample.rtt)
    transits = add(transits, sample.transit)
    buffer = sample.buffer ?? buffer
    if (rtts.length === 0 || buffer === undefined) return undefined
    const waits = transits.length > 0 ? Math.min(...transits.slice(-LATEST)) - Math.min(...transits) : 0
    const line = Math.min(...rtts) / 2
    return { line, picture: line + waits + buffer + UNSEEN_MS }
  }
}
