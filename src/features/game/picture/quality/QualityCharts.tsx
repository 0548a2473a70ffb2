import { count } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/index.ts'
import { formatOr, ms, NONE, withError } from './figure-texts.ts'
import css from './QualityDialog.module.css'
import { quantileOf } from './quantile.ts'
import { history, pressDelays, type StatsSample, stats } from './state.ts'
import { FRESH_MS } from './stream-stats.ts'

const HEIGHT = 16
/** Fewer values make no line that can be read. */
const MIN_VALUES = 5

interface Props {
  /** One value a second, the newest last; undefined leaves a gap. */
  values: readonly (number | undefined)[]
  /** The value of the full height, unless a value exceeds it. */
  top: number
}

/** A line chart of the values, from the oldest to the newest; the last minute once that has passed. */
function Sparkline({ values, top }: Props) {
  const known = values.filter((one) => one !== undefined)
  if (known.length < MIN_VALUES) return null
  const max = Math.max(top, ...known)
  let drawing = false
  const path = values
    .map((value, i) => {
      if (value === undefined) {
        drawing = false
        return ''
      }
      const step = `${drawing ? 'L' : 'M'}${i} ${(HEIGHT - (value / max) * HEIGHT).toFixed(1)}`
      drawing = true
      return step
    })
    .join('')
  return (
    <svg
      className={css.spark}
      viewBox={`0 -1 ${values.length - 1} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

/** Without an `error` the age is that of the last frame, and 0 stands for less than FRESH_MS. */
const ageText = (age: number, error: number | undefined) =>
  error === undefined
    ? age > 0
      ? ms(age)
      : t('quality.under', { time: ms(FRESH_MS) })
    : withError(age, error)
const perSecond = (value: number) =>
  t('quality.frames', { frames: count(value, { maximumFractionDigits: 0 }) })
const percent = (value: number) => count(value, { style: 'percent', maximumFractionDigits: 1 })
const kilobits = (value: number) =>
  count(value / 1000, { style: 'unit', unit: 'kilobit-per-second', maximumFractionDigits: 0 })

/** The statistics with a chart: format, and the minimum of the chart's range. */
const LINES: readonly {
  key: keyof StatsSample
  write: (value: number, ageError: number | undefined) => string
  top: number
}[] = [
  { key: 'rtt', write: ms, top: 100 },
  { key: 'age', write: ageText, top: 500 },
  { key: 'fps', write: perSecond, top: 30 },
  { key: 'loss', write: percent, top: 0.05 },
  { key: 'bitrate', write: kilobits, top: 100_000 },
]

/** The middle of all, and what 95 of 100 do not exceed. */
function pressText(delays: readonly number[]): string {
  const usual = quantileOf(delays, 0.5)
  const highest = quantileOf(delays, 0.95)
  if (usual === undefined || highest === undefined) return NONE
  if (usual === highest) return ms(usual)
  return t('quality.pressTimes', { usual: ms(usual), highest: count(highest) })
}

/** What the player feels in this visit, and the figures that change, now and over the last minute. */
export function QualityCharts() {
  const current = stats.value
  return (
    <dl className={css.charts}>
      <div data-figure="press">
        <dt>{t('quality.press')}</dt>
        <dd>
          <b className="figures">{pressText(pressDelays.value)}</b>
        </dd>
      </div>
      {LINES.map(({ key, write, top }) => (
        <div key={key} data-figure={key}>
          <dt>{t(`quality.${key}`)}</dt>
          <dd>
            <Sparkline values={history.value.map((moment) => moment[key])} top={top} />
            <b className="figures">{formatOr(current?.[key], (value) => write(value, current?.ageError))}</b>
          </dd>
        </div>
      ))}
    </dl>
  )
}
