import { count } from '../../../../i18n/format.ts'
import { t } from '../../../../i18n/index.ts'
import { formatOr, ms, NONE } from './figure-texts.ts'
import css from './QualityDialog.module.css'
import { layer, reconnects, stats } from './state.ts'

const LAYERS = ['sharp', 'full', 'half', 'small'] as const
const PATHS = ['host', 'srflx', 'prflx', 'relay'] as const

type Row = 'captured' | 'buffer' | 'size' | 'codec' | 'layer' | 'path' | 'reconnects' | 'machine' | 'version'

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

/** What support asks for: the stream, its path, and the programs at both ends. */
export function QualityDetails({ machineId }: { machineId: string }) {
  const current = stats.value
  const size = current?.width && current.height ? `${current.width}×${current.height}` : NONE
  const unmeasured = current?.ageError === undefined ? 'notCaptured' : 'isEstimated'
  const captured = current?.isAgeMeasured ? 'isCaptured' : unmeasured
  const rows: readonly (readonly [key: Row, text: string])[] = [
    ['captured', t(`quality.${captured}`)],
    ['buffer', formatOr(current?.buffer, ms)],
    ['size', size],
    ['codec', current?.codec ?? NONE],
    ['layer', layerText()],
    ['path', pathText()],
    ['reconnects', count(reconnects.value)],
    ['machine', machineId],
    ['version', __VERSION__],
  ]
  return (
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
  )
}
