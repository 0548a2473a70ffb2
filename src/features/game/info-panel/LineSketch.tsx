const CELL = 10

/** A win line across the reels, as small as a stamp. `line`: its row on each reel, 0 at the top. Reels go left to right. */
export function LineSketch({ line, rows, label }: { line: readonly number[]; rows: number; label: string }) {
  const middle = (at: number) => at * CELL + CELL / 2
  const cells = line.flatMap((_, reel) => Array.from({ length: rows }, (_, row) => [reel, row] as const))
  return (
    <svg viewBox={`0 0 ${line.length * CELL} ${rows * CELL}`} role="img" aria-label={label}>
      {cells.map(([reel, row]) => (
        <rect
          key={`${reel} ${row}`}
          x={reel * CELL + 1}
          y={row * CELL + 1}
          width={CELL - 2}
          height={CELL - 2}
          rx="2"
          data-on={line[reel] === row ? '' : undefined}
        />
      ))}
      <polyline points={line.map((row, reel) => `${middle(reel)},${middle(row)}`).join(' ')} />
    </svg>
  )
}
