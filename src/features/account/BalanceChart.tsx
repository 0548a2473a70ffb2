import { useMemo } from 'react'
import type { Transaction } from '../../contract/player.ts'
import { dateTime } from '../../i18n/dates.ts'
import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import css from './Chart.module.css'
import { Chart } from './Chart.tsx'
import { downsample, type Point, scaleOf, stepPath, VIEWBOX, xFractions } from './chart.ts'

/** About as many points as a phone can show apart. */
const MOST_POINTS = 80

const iso = ({ at }: Point) => new Date(at).toISOString()

/** What the wallet held after each transaction that says so, the oldest first. */
function pointsOf(rows: readonly Transaction[]): readonly Point[] {
  const points = rows.flatMap(({ time, balance }) => {
    const at = Date.parse(time)
    return typeof balance === 'number' && !Number.isNaN(at) ? [{ at, value: balance }] : []
  })
  // Rows come the newest first, also those of one moment.
  return downsample(points.reverse(), MOST_POINTS)
}

/** The balance over the time of these transactions: it holds until the next one. */
export function BalanceChart({ rows }: { rows: readonly Transaction[] }) {
  const { points, scale, path } = useMemo(() => {
    const found = pointsOf(rows)
    const around = scaleOf(found.map(({ value }) => value))
    return { points: found, scale: around, path: stepPath(found, around) }
  }, [rows])
  const first = points[0]
  const last = points.at(-1)
  const places = xFractions(points)
  const figures = points.map((point, index) => ({
    key: String(index),
    label: dateTime(iso(point)),
    text: money(point.value),
    value: point.value,
    along: places[index] ?? 0,
  }))
  return (
    <Chart
      title={t('account.balanceChart')}
      summary={figures.at(-1)?.text ?? ''}
      figures={figures}
      nothing={t(rows.length === 0 ? 'account.noFigures' : 'account.noBalances')}
      scale={scale}
      ends={first && last && [iso(first), iso(last)]}
      caption={t('account.balanceFigures')}
      heads={[t('account.column.time'), t('account.column.balance')]}
    >
      {scale.low === 0 && <path className={css.under} d={`${path}V${VIEWBOX}H0Z`} />}
      <path className={css.line} d={path} />
    </Chart>
  )
}
