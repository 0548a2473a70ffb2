/** A value (cents) at a time (ms since 1970). */
export interface Point {
  at: number
  value: number
}

export interface Scale {
  /** Cents at the lower and upper edge. */
  low: number
  high: number
  /** The amounts of the grid lines, ascending. */
  ticks: readonly number[]
}

/** The size of the box in which paths and bars are drawn, independent of its size on the page. */
export const VIEWBOX = 1000

/** A round step: 1, 2 or 5 times a power of ten, at least one major unit, so that labels need no cents. */
function stepFor(span: number): number {
  const rough = Math.max(100, span / 3)
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((one) => one * power >= rough * (1 - 1e-9)) ?? 10
  return factor * power
}

/** A scale with round edges around the values (cents). It includes zero if zero is near. */
export function scaleOf(values: readonly number[]): Scale {
  let least = Math.min(...values, Number.POSITIVE_INFINITY)
  let most = Math.max(...values, Number.NEGATIVE_INFINITY)
  if (least > most) least = most = 0
  if (least > 0 && least <= most - least) least = 0
  const step = stepFor(most - least)
  // A value that never changes lies in the middle.
  const margin = least === most && least >= step ? step : 0
  const low = Math.floor((least - margin) / step) * step
  // `+ 0` turns -0 into 0.
  const high = Math.max(Math.ceil((most + margin) / step) * step, low + step) + 0
  const count = Math.round((high - low) / step)
  return { low, high, ticks: Array.from({ length: count + 1 }, (_, at) => low + at * step) }
}

/** The vertical position of a value, 0 (top) to 1. */
export function yFraction(value: number, { low, high }: Scale): number {
  return (high - value) / (high - low)
}

/**
 * Reduces points to about `most`, sorted by time. Each interval keeps its lowest and its highest point, so
 * that no peak is lost; the first and the last point stay too.
 */
export function downsample(points: readonly Point[], most: number): readonly Point[] {
  const sorted = [...points].sort((a, b) => a.at - b.at)
  if (sorted.length <= most) return sorted
  const stretch = sorted.length / Math.max(1, Math.floor(most / 2))
  const kept = new Set([0, sorted.length - 1])
  for (let from = 0; from < sorted.length; from += stretch) {
    const start = Math.floor(from)
    let lowest = start
    let highest = start
    for (let at = start; at < Math.min(sorted.length, Math.floor(from + stretch)); at++) {
      const value = sorted[at]?.value ?? 0
      if (value < (sorted[lowest]?.value ?? 0)) lowest = at
      if (value > (sorted[highest]?.value ?? 0)) highest = at
    }
    kept.add(lowest).add(highest)
  }
  return sorted.filter((_, at) => kept.has(at))
}

/** The horizontal position of each point, 0 to 1: by time, or evenly spaced if all times are equal. */
export function xFractions(points: readonly Point[]): readonly number[] {
  const start = points[0]?.at ?? 0
  const span = (points.at(-1)?.at ?? 0) - start
  const last = Math.max(1, points.length - 1)
  return points.map(({ at }, index) => (span > 0 ? (at - start) / span : index / last))
}

/** The path of a step line; a single point spans the whole width. */
export function stepPath(points: readonly Point[], scale: Scale): string {
  const places = xFractions(points)
  const parts = points.map(({ value }, at) => {
    const x = round((places[at] ?? 0) * VIEWBOX)
    const y = round(yFraction(value, scale) * VIEWBOX)
    return at === 0 ? `M${x} ${y}` : `H${x}V${y}`
  })
  return points.length > 0 ? `${parts.join('')}H${VIEWBOX}` : ''
}

export interface Bar {
  x: number
  y: number
  width: number
  height: number
}

/** Maximum width of a bar. */
const WIDEST = 60

/** One bar per value, upwards or downwards from zero. A bar of zero has a minimum height. */
export function bars(values: readonly number[], scale: Scale): readonly Bar[] {
  const place = VIEWBOX / values.length
  const width = Math.min(0.6 * place, WIDEST)
  const zero = yFraction(0, scale) * VIEWBOX
  return values.map((value, at) => {
    const end = yFraction(value, scale) * VIEWBOX
    const height = Math.max(Math.abs(zero - end), 4)
    return {
      x: round((at + 0.5) * place - width / 2),
      y: round(value < 0 ? zero : zero - height),
      width: round(width),
      height: round(height),
    }
  })
}

/** The index of the position nearest to `along`; undefined without positions. */
export function nearest(places: readonly number[], along: number): number | undefined {
  let found: number | undefined
  for (const [at, place] of places.entries()) {
    if (found === undefined || Math.abs(place - along) < Math.abs((places[found] ?? 0) - along)) found = at
  }
  return found
}

const round = (value: number) => Math.round(value * 10) / 10
