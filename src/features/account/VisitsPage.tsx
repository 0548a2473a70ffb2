import { useMemo } from 'react'
import type { SlotSession } from '../../contract/player.ts'
import { dateRange, dateTime, duration } from '../../i18n/dates.ts'
import { money } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { plural } from '../../i18n/plural.ts'
import { visitPages } from './actions.ts'
import chartCss from './Chart.module.css'
import { Chart } from './Chart.tsx'
import { bars, scaleOf } from './chart.ts'
import { type Column, EMPTY, wordText } from './column-formats.ts'
import css from './Lines.module.css'
import { PagedTable } from './PagedTable.tsx'
import { visits } from './state.ts'

/** The net result of a visit, cents; undefined while it lasts, because its credit is still on the machine. */
function netOf({ end, cashIn, cashOut }: SlotSession): number | undefined {
  return end ? cashOut - cashIn : undefined
}

/** Maximum number of bars that can be told apart on a phone. */
const MAX_BARS = 40

/** The net results of the latest visits, oldest first: bars of a win rise in colour, those of a loss hang. */
function ResultChart({ rows }: { rows: readonly SlotSession[] }) {
  const { ended, scale, drawn } = useMemo(() => {
    const found = rows.flatMap((visit) => {
      const net = netOf(visit)
      return net === undefined ? [] : [{ visit, net }]
    })
    const latest = found.slice(0, MAX_BARS).reverse()
    const values = latest.map(({ net }) => net)
    const around = scaleOf([0, ...values])
    return { ended: latest, scale: around, drawn: bars(values, around) }
  }, [rows])
  const signed = (cents: number) => money(cents, { signDisplay: 'exceptZero' })
  const figures = ended.map(({ visit, net }, index) => ({
    key: visit.id,
    // The isolates keep a machine's number and a date apart in right-to-left text.
    label: `\u2068${visit.machine}\u2069 · ${dateTime(visit.start)}`,
    text: signed(net),
    value: net,
    along: (index + 0.5) / ended.length,
  }))
  const sum = ended.reduce((total, { net }) => total + net, 0)
  const first = ended[0]?.visit.start
  const last = ended.at(-1)?.visit.start
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
          className={chartCss.bar}
          data-win={(figures[index]?.value ?? 0) > 0 ? '' : undefined}
          {...bar}
        />
      ))}
    </Chart>
  )
}

const START = { by: 'start', descending: true }

/** The net result of a visit with its sign; empty while it lasts. */
function Net({ row }: { row: SlotSession }) {
  const net = netOf(row)
  if (net === undefined) return <>{EMPTY}</>
  return (
    <span className={css.amount} data-in={net > 0 ? '' : undefined}>
      {money(net, { signDisplay: 'exceptZero' })}
    </span>
  )
}

const Playing = () => <span className={css.playing}>{t('account.playing')}</span>

/** The time of the end; with the day if the visit ended on another day. */
function endText({ start, end }: SlotSession): string {
  const last = end ?? ''
  return dateTime(last, dateTime(start, 'day') === dateTime(last, 'day') ? 'time' : 'dayTime')
}

/** Where the visit took place; undefined if the machine's name starts with it, to save room in the table. */
function originOf({ from, machine }: SlotSession): string | null | undefined {
  return from && machine.startsWith(from) ? undefined : wordText(from)
}

const COLUMNS: readonly Column<SlotSession>[] = [
  { key: 'machine', kind: 'text', value: ({ machine }) => machine, share: 11 },
  { key: 'start', kind: 'time', value: ({ start }) => start, share: 20 },
  {
    key: 'end',
    kind: 'time',
    value: ({ end }) => end,
    show: (row) => (row.end ? endText(row) : <Playing />),
    share: 16,
  },
  { key: 'duration', kind: 'duration', value: ({ duration }) => duration, share: 11 },
  { key: 'spins', kind: 'count', value: ({ spins }) => spins, share: 8 },
  { key: 'freeSpins', kind: 'count', value: ({ freeSpins }) => freeSpins, share: 10 },
  { key: 'from', kind: 'text', value: originOf, optional: true, share: 11 },
  { key: 'cashIn', kind: 'cents', value: ({ cashIn }) => cashIn, share: 11 },
  { key: 'cashOut', kind: 'cents', value: ({ cashOut }) => cashOut, share: 11 },
  { key: 'net', kind: 'cents', value: netOf, show: (row) => <Net row={row} />, share: 11 },
  { key: 'tag', kind: 'text', value: ({ tag }) => wordText(tag), optional: true, share: 10 },
]

const REQUIRED_COLUMNS = COLUMNS.filter(({ optional }) => !optional).length

const labelled = (key: 'account.column.cashIn' | 'account.column.cashOut', cents: number) =>
  `${t(key)} ${money(cents)}`

/** A visit on a phone: machine and result, time and duration, spins and origin, money in and out. */
function Line({ row }: { row: SlotSession }) {
  const free = row.freeSpins > 0 ? plural('account.freeSpinsOf', row.freeSpins) : undefined
  const spins = [plural('account.spinsOf', row.spins), free]
  return (
    <>
      <div className={css.line}>
        <strong>{row.machine}</strong>
        {row.end ? <Net row={row} /> : <Playing />}
      </div>
      <small className={css.line}>
        <span>{row.end ? dateRange(row.start, row.end) : dateTime(row.start)}</span>
        <span>{duration(row.duration)}</span>
      </small>
      <small className={css.line}>
        <span>{spins.filter(Boolean).join(' · ')}</span>
        <span>{[originOf(row), wordText(row.tag)].filter(Boolean).join(' · ')}</span>
      </small>
      <small className={css.line}>
        <span>{labelled('account.column.cashIn', row.cashIn)}</span>
        <span>{labelled('account.column.cashOut', row.cashOut)}</span>
      </small>
    </>
  )
}

/** The player's visits to machines. */
export function VisitsPage() {
  return (
    <PagedTable
      name="sessions"
      list={visits}
      pages={visitPages}
      columns={COLUMNS}
      serverSort={START}
      Chart={ResultChart}
      Line={Line}
      lineHeight={124}
      tableFrom={(columns) => 1280 + (columns - REQUIRED_COLUMNS) * 120}
    />
  )
}
