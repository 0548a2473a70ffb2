import { useMemo } from 'react'
import type { SlotSession } from '../../contract/player.ts'
import { dateTime } from '../../i18n/dates.ts'
import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { plural } from '../../i18n/plural.ts'
import css from './Chart.module.css'
import { Chart } from './Chart.tsx'
import { bars, scaleOf } from './chart.ts'

/** A session's net result, cents; undefined while it runs, because its credit is still on the machine. */
export function netOf({ end, cashIn, cashOut }: SlotSession): number | undefined {
  return end ? cashOut - cashIn : undefined
}

/** As many bars as a finger's width of phone tells apart. */
const MOST_BARS = 40

/** What each of the latest sessions came to, the oldest first: bars that stand were won, hollow ones that hang lost. */
export function ResultChart({ rows }: { rows: readonly SlotSession[] }) {
  const { ended, scale, drawn } = useMemo(() => {
    const found = rows.flatMap((session) => {
      const net = netOf(session)
      return net === undefined ? [] : [{ session, net }]
    })
    const latest = found.slice(0, MOST_BARS).reverse()
    const values = latest.map(({ net }) => net)
    const around = scaleOf([0, ...values])
    return { ended: latest, scale: around, drawn: bars(values, around) }
  }, [rows])
  const signed = (cents: number) => money(cents, { signDisplay: 'exceptZero' })
  const figures = ended.map(({ session, net }, index) => ({
    key: session.id,
    // Set apart, so that a machine's number and a day do not run together from right to left.
    label: `\u2068${session.machine}\u2069 · ${dateTime(session.start)}`,
    text: signed(net),
    value: net,
    along: (index + 0.5) / ended.length,
  }))
  const sum = ended.reduce((total, { net }) => total + net, 0)
  const first = ended[0]?.session.start
  const last = ended.at(-1)?.session.start
  return (
    <Chart
      title={t('account.resultChart')}
      summary={plural('account.resultSum', ended.length, { amount: signed(sum) })}
      figures={figures}
      nothing={t(rows.length === 0 ? 'account.noFigures' : 'account.noResults')}
      scale={scale}
      ends={first && last ? [first, last] : undefined}
      caption={t('account.resultFigures')}
      heads={[t('account.column.machine'), t('account.column.net')]}
    >
      {drawn.map((bar, index) => (
        <rect
          key={figures[index]?.key}
          className={css.bar}
          data-lost={(figures[index]?.value ?? 0) < 0 ? '' : undefined}
          {...bar}
        />
      ))}
    </Chart>
  )
}
