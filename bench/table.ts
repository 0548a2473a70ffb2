/** The summary of a measurement over several runs. */
export interface Figure {
  median: number
  low: number
  high: number
  runs: number
}

/** Median, lowest and highest value. Throws if there are no values. */
export function summarize(values: readonly number[]): Figure {
  const sorted = [...values].sort((a, b) => a - b)
  const low = sorted[0]
  const high = sorted.at(-1)
  if (low === undefined || high === undefined) throw new Error('a figure needs at least one run')
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? high
  const median = sorted.length % 2 ? upper : (upper + (sorted[half - 1] ?? low)) / 2
  return { median, low, high, runs: sorted.length }
}

/** The value below which `share` of the values lie: 0.5 is the median, 0.95 the 95th percentile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('a quantile needs at least one run')
  return value
}

/**
 * "123 (110–140)": median, lowest and highest. Only the median if lowest and highest round to the same
 * number.
 */
export function formatFigure({ median, low, high }: Figure, digits = 0): string {
  const [m, l, h] = [median, low, high].map((value) => value.toFixed(digits))
  return l === h ? `${m}` : `${m} (${l}–${h})`
}

/** A table of figures for the terminal and for docs/benchmarks.md. */
export interface Table {
  title: string
  /** The subject and the method of the measurement, in a few sentences. */
  note: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A Markdown table with padded columns, so that it is readable in a terminal. */
export function markdownTable({ head, rows }: Pick<Table, 'head' | 'rows'>): string {
  const widths = head.map((name, i) => Math.max(name.length, 3, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, i) => (cells[i] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [line(head), rule, ...rows.map(line), ''].join('\n')
}
