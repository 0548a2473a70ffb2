/** What a figure came to over its runs. */
export interface Figure {
  median: number
  low: number
  high: number
  runs: number
}

/** Median, lowest and highest of some runs. Throws when there is none: a figure without a run is no figure. */
export function figure(values: readonly number[]): Figure {
  const sorted = [...values].sort((a, b) => a - b)
  const low = sorted[0]
  const high = sorted.at(-1)
  if (low === undefined || high === undefined) throw new Error('a figure needs a run')
  const half = Math.floor(sorted.length / 2)
  const upper = sorted[half] ?? high
  const median = sorted.length % 2 ? upper : (upper + (sorted[half - 1] ?? low)) / 2
  return { median, low, high, runs: sorted.length }
}

/** The value below which this share of the values lies: 0.5 the median, 0.95 the 95th percentile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new Error('a figure needs a run')
  return value
}

const round = (value: number, digits: number) => value.toFixed(digits)

/** "123 (110–140)": the median and the spread; a single run, or runs that agree, give the number alone. */
export function show({ median, low, high }: Figure, digits = 0): string {
  const [m, l, h] = [median, low, high].map((value) => round(value, digits))
  return l === h ? `${m}` : `${m} (${l}–${h})`
}

/** A table of figures, ready for the terminal and for Markdown. */
export interface Table {
  title: string
  /** What was measured and how, in a sentence or two. */
  note: string
  head: readonly string[]
  rows: readonly (readonly string[])[]
}

/** A Markdown table, its columns padded so that it reads in a terminal too. */
export function markdown({ title, note, head, rows }: Table): string {
  const widths = head.map((name, i) => Math.max(name.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, i) => (cells[i] ?? '').padEnd(width)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [`### ${title}`, '', note, '', line(head), rule, ...rows.map(line), ''].join('\n')
}
