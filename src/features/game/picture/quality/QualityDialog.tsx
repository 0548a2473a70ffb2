import { useSignal } from '@preact/signals-react'
import { useCallback } from 'react'
import { type Session, session } from '../../../../core/session/state.ts'
import { settings } from '../../../../core/settings/settings.ts'
import { count } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/index.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Modal } from '../../../../ui/fluent-widgets.tsx'
import { toast } from '../../../../ui/toast.ts'
import { lastInteraction } from '../../play/last-interaction.ts'
import { machine } from '../../play/state.ts'
import { DataSaverSwitch } from './DataSaverSwitch.tsx'
import css from './QualityDialog.module.css'
import {
  closeQualityDialog,
  history,
  layer,
  level,
  outcomeDelay,
  reconnects,
  type StatsSample,
  shownLevel,
  stats,
} from './state.ts'
import { FRESH_MS } from './stream-stats.ts'
import { supportText } from './support-report.ts'

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

const NONE = '–'
const LAYERS = ['sharp', 'full', 'half', 'small'] as const
const PATHS = ['host', 'srflx', 'prflx', 'relay'] as const

const formatOr = <T,>(value: T | undefined, write: (value: T) => string) =>
  value === undefined ? NONE : write(value)
const ms = (value: number) => count(value, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 })
/** Without an `error` the age is that of the last frame, and 0 stands for less than FRESH_MS. */
const ageText = (age: number, error: number | undefined) =>
  error === undefined
    ? age > 0
      ? ms(age)
      : t('quality.under', { time: ms(FRESH_MS) })
    : withError(age, error)
const withError = (value: number, error: number) =>
  t('quality.plusMinus', { time: ms(value), error: count(error) })
const perSecond = (value: number) =>
  t('quality.frames', { frames: count(value, { maximumFractionDigits: 0 }) })
const percent = (value: number) => count(value, { style: 'percent', maximumFractionDigits: 1 })
const kilobits = (value: number) =>
  count(value / 1000, { style: 'unit', unit: 'kilobit-per-second', maximumFractionDigits: 0 })

const serverVersions = (current: Session) => (current.status === 'player' ? current.user.versions : undefined)

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

function layerText(): string {
  const known = LAYERS.find((one) => one === (layer.value ?? 'full'))
  return known ? t(`quality.layers.${known}`) : (layer.value ?? NONE)
}

function pathText(): string {
  const { candidate, protocol } = stats.value ?? {}
  const known = PATHS.find((one) => one === candidate)
  return (
    [known ? t(`quality.paths.${known}`) : candidate, protocol?.toUpperCase()].filter(Boolean).join(', ') ||
    NONE
  )
}

/** The connection statistics, now and over the last minute, with a report for support. */
export function QualityDialog() {
  const copyText = useSignal<string | undefined>(undefined)
  const current = stats.value
  const id = machine.value?.id ?? ''
  const copy = async () => {
    const text = supportText({
      figures: stats.peek(),
      history: history.peek(),
      level: level.peek(),
      layer: layer.peek(),
      reconnects: reconnects.peek(),
      outcome: outcomeDelay.peek(),
      lastInteraction: lastInteraction.peek(),
      machine: id,
      version: __VERSION__,
      agent: navigator.userAgent,
      site: settings.peek().siteId,
      server: serverVersions(session.peek()),
      at: Date.now(),
    })
    try {
      await navigator.clipboard.writeText(text)
      toast(t('quality.copied'), { kind: 'good' })
    } catch {
      // Without clipboard permission the text is shown and selected for copying by hand.
      copyText.value = text
    }
  }
  const select = useCallback((area: HTMLTextAreaElement | null) => {
    area?.focus()
    area?.select()
  }, [])
  const size = current?.width && current.height ? `${current.width}×${current.height}` : NONE
  const rows: readonly (readonly [key: Row, text: string])[] = [
    ['captured', t(current?.ageError === undefined ? 'quality.notCaptured' : 'quality.isCaptured')],
    ['outcome', formatOr(outcomeDelay.value, ({ ms, error }) => withError(ms, error))],
    ['buffer', formatOr(current?.buffer, ms)],
    ['size', size],
    ['codec', current?.codec ?? NONE],
    ['layer', layerText()],
    ['path', pathText()],
    ['reconnects', count(reconnects.value)],
    ['machine', id],
    ['version', __VERSION__],
  ]
  return (
    <Modal
      title={t('quality.title')}
      onClose={closeQualityDialog}
      actions={
        <>
          <Button kind="quiet" onClick={closeQualityDialog}>
            {t('quality.close')}
          </Button>
          <Button kind="primary" onClick={copy}>
            {t('quality.copy')}
          </Button>
        </>
      }
    >
      <p className={css.level} data-level={shownLevel}>
        {t(`quality.level.${shownLevel.value}`)}
      </p>
      {/* First, because the dialog scrolls to the element that it focuses. */}
      <DataSaverSwitch />
      <dl className={css.charts}>
        {LINES.map(({ key, write, top }) => (
          <div key={key} data-figure={key}>
            <dt>{t(`quality.${key}`)}</dt>
            <dd>
              <Sparkline values={history.value.map((moment) => moment[key])} top={top} />
              <b className="figures">
                {formatOr(current?.[key], (value) => write(value, current?.ageError))}
              </b>
            </dd>
          </div>
        ))}
      </dl>
      <details className={css.details}>
        <summary>{t('quality.details')}</summary>
        <dl className={css.rows}>
          {rows.map(([key, text]) => (
            <div key={key} data-figure={key}>
              <dt>{t(`quality.${key}`)}</dt>
              <dd dir="auto">{text}</dd>
            </div>
          ))}
          <div className={css.agent}>
            <dt>{t('quality.agent')}</dt>
            <dd dir="ltr">{navigator.userAgent}</dd>
          </div>
        </dl>
      </details>
      {copyText.value !== undefined && (
        <label className={css.copyText}>
          {t('quality.byHand')}
          <textarea ref={select} readOnly rows={6} dir="ltr" value={copyText.value} />
        </label>
      )}
    </Modal>
  )
}

type Row =
  | 'captured'
  | 'outcome'
  | 'buffer'
  | 'size'
  | 'codec'
  | 'layer'
  | 'path'
  | 'reconnects'
  | 'machine'
  | 'version'
