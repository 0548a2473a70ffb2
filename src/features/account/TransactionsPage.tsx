import { useMemo } from 'react'
import type { Transaction } from '../../contract/player.ts'
import { dateTime } from '../../i18n/dates.ts'
import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { transactionPages } from './actions.ts'
import chartCss from './Chart.module.css'
import { Chart } from './Chart.tsx'
import { downsample, type Point, scaleOf, stepPath, VIEWBOX, xFractions } from './chart.ts'
import { type Column, wordText } from './column-formats.ts'
import { ActionIcon } from './icons.tsx'
import css from './Lines.module.css'
import { moneyOverTime } from './money-over-time.ts'
import { PagedTable } from './PagedTable.tsx'
import { transactions } from './state.ts'

/** About as many points as a phone can show apart. */
const MAX_POINTS = 80

const iso = ({ at }: Point) => new Date(at).toISOString()

/** The player's money after each transaction that contains a balance, oldest first. */
const pointsOf = (rows: readonly Transaction[]): readonly Point[] =>
  // Rows are newest first, also those with equal times.
  downsample(moneyOverTime([...rows].reverse()), MAX_POINTS)

/** The balance with what is loaded on a machine, over time, as a step line. */
function BalanceChart({ rows }: { rows: readonly Transaction[] }) {
  const { points, scale, path } = useMemo(() => {
    const found = pointsOf(rows)
    const around = scaleOf(found.map(({ value }) => value))
    return { points: found, scale: around, path: stepPath(found, around) }
  }, [rows])
  // One balance is no course over time, and the list shows it.
  if (points.length === 1) return null
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
      {scale.low === 0 && <path className={chartCss.under} d={`${path}V${VIEWBOX}H0Z`} />}
      <path className={chartCss.line} d={path} />
    </Chart>
  )
}

const START = { by: 'time', descending: true }

/** The name of a transaction's type; a neutral one if the type is unknown. */
const actionName = (action: Transaction['action']) => t(`account.action.${action ?? 'other'}`)

/** A transaction's type: its name, an icon and a colour. */
function Action({ row: { action } }: { row: Transaction }) {
  return (
    <span className={css.action} data-action={action}>
      <ActionIcon action={action ?? undefined} />
      <span>{actionName(action)}</span>
    </span>
  )
}

/** An amount with its sign. */
function Amount({ cents }: { cents: number }) {
  return (
    <span className={css.amount} data-in={cents > 0 ? '' : undefined}>
      {money(cents, { signDisplay: 'exceptZero' })}
    </span>
  )
}

const COLUMNS: readonly Column<Transaction>[] = [
  { key: 'time', kind: 'time', value: ({ time }) => time, share: 25 },
  {
    key: 'type',
    kind: 'text',
    value: ({ action }) => actionName(action),
    show: (row) => <Action row={row} />,
    share: 30,
  },
  { key: 'from', kind: 'text', value: ({ from }) => wordText(from), optional: true, share: 12 },
  { key: 'machine', kind: 'text', value: ({ machine }) => machine, share: 14 },
  {
    key: 'amount',
    kind: 'cents',
    value: ({ amount }) => amount,
    show: ({ amount }) => <Amount cents={amount} />,
    share: 17,
  },
  { key: 'balance', kind: 'cents', value: ({ balance }) => balance, optional: true, share: 16 },
  { key: 'tag', kind: 'text', value: ({ tag }) => wordText(tag), optional: true, share: 13 },
]

/** A transaction on a phone: type and amount, then machine, origin and balance, then the time. */
function Line({ row }: { row: Transaction }) {
  // A machine's transactions name their direction in the type already.
  const from = row.machine && wordText(row.from) !== row.from ? undefined : wordText(row.from)
  const where = [row.machine, from, wordText(row.tag)].filter(Boolean).join(' · ')
  return (
    <>
      <div className={css.line}>
        <Action row={row} />
        <Amount cents={row.amount} />
      </div>
      <small className={css.line}>
        <span>{where || dateTime(row.time)}</span>
        {typeof row.balance === 'number' && (
          <span>{t('account.balanceOf', { amount: money(row.balance) })}</span>
        )}
      </small>
      {where && <small className={css.line}>{dateTime(row.time)}</small>}
    </>
  )
}

/** All movements of the player's wallet. */
export function TransactionsPage() {
  return (
    <PagedTable
      name="transactions"
      list={transactions}
      pages={transactionPages}
      columns={COLUMNS}
      serverSort={START}
      Chart={BalanceChart}
      Line={Line}
      lineHeight={96}
      tableFrom={() => 800}
    />
  )
}
