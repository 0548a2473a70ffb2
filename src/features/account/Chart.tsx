import { useSignal } from '@preact/signals-react'
import type { PointerEvent, ReactNode } from 'react'
import { dateTime } from '../../i18n/dates.ts'
import { money } from '../../i18n/format.ts'
import css from './Chart.module.css'
import { nearest, type Scale, VIEWBOX, yFraction } from './chart.ts'

/** What the chart shows at one place: when or which, and how much (cents). */
export interface Figure {
  key: string
  label: string
  text: string
  value: number
  /** How far along it stands, 0 to 1. */
  along: number
}

interface Props {
  title: string
  /** What the chart comes to, while nothing of it is pointed at. */
  summary: string
  figures: readonly Figure[]
  /** In place of the chart when there are no figures. */
  nothing: string
  scale: Scale
  /** The first and the last moment on it (ISO 8601); none when there are no figures. */
  ends: readonly [string, string] | undefined
  /** Names the table of the figures, and its two columns. */
  caption: string
  heads: readonly [string, string]
  /** What is drawn, in a box of BOX by BOX. */
  children: ReactNode
}

/** What the ends are called: by their days, or by the hour where that is the same. */
function endTexts(first: string, last: string): readonly string[] {
  const kind = dateTime(first, 'day') === dateTime(last, 'day') ? 'time' : 'day'
  return [...new Set([dateTime(first, kind), dateTime(last, kind)])]
}

const percent = (share: number) => `${share * 100}%`
const whole = { maximumFractionDigits: 0 }

/** The figures once more, for those who do not see the drawing. */
function Figures({ figures, caption, heads }: Pick<Props, 'figures' | 'caption' | 'heads'>) {
  return (
    <div className="quiet-text">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {figures.map(({ key, label, text }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A chart with round lines behind it. Pointed at, it says what stands there. It is as high with nothing in it. */
export function Chart({ title, summary, figures, nothing, scale, ends, children, ...table }: Props) {
  const pointed = useSignal<number | undefined>(undefined)
  const at = pointed.value === undefined ? undefined : figures[pointed.value]
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left) / width
    const along = document.dir === 'rtl' ? 1 - share : share
    pointed.value = nearest(
      figures.map((figure) => figure.along),
      along,
    )
  }
  const leave = () => {
    pointed.value = undefined
  }
  return (
    <figure className={css.chart}>
      <figcaption>
        <h2>{title}</h2>
        {figures.length > 0 && (
          <p>
            {at ? (
              <>
                {at.label} <strong>{at.text}</strong>
              </>
            ) : (
              summary
            )}
          </p>
        )}
      </figcaption>
      {figures.length === 0 ? (
        <p className={css.nothing}>{nothing}</p>
      ) : (
        <>
          <div className={css.plot} aria-hidden="true">
            <div className={css.labels}>
              {scale.ticks.map((tick) => (
                <span key={tick} style={{ insetBlockStart: percent(yFraction(tick, scale)) }}>
                  <b>{money(tick, whole)}</b>
                  <i>{money(tick, whole)}</i>
                </span>
              ))}
            </div>
            <div className={css.field} onPointerMove={point} onPointerDown={point} onPointerLeave={leave}>
              {scale.ticks.map((tick) => (
                <hr
                  key={tick}
                  data-zero={tick === 0 ? '' : undefined}
                  style={{ insetBlockStart: percent(yFraction(tick, scale)) }}
                />
              ))}
              <svg viewBox={`0 0 ${VIEWBOX} ${VIEWBOX}`} preserveAspectRatio="none" role="presentation">
                {children}
              </svg>
              {at && (
                <span
                  className={css.mark}
                  style={{
                    insetInlineStart: percent(at.along),
                    insetBlockStart: percent(yFraction(at.value, scale)),
                  }}
                />
              )}
              {ends && (
                <p className={css.ends}>
                  {endTexts(...ends).map((text) => (
                    <span key={text}>{text}</span>
                  ))}
                </p>
              )}
            </div>
          </div>
          <Figures figures={figures} {...table} />
        </>
      )}
    </figure>
  )
}
