import { useSignal } from '@preact/signals-react'
import type { PointerEvent, ReactNode } from 'react'
import { dateTime } from '../../i18n/dates.ts'
import { shortMoney } from '../../i18n/format.ts'
import css from './Chart.module.css'
import { nearest, type Scale, VIEWBOX, yFraction } from './chart.ts'

/** A point of the chart: its label (a time or a machine) and its value in cents. */
export interface Figure {
  key: string
  label: string
  text: string
  value: number
  /** The position on the x axis, 0 to 1. */
  along: number
}

interface Props {
  title: string
  /** Shown while no point is hovered. */
  summary: string
  figures: readonly Figure[]
  /** Shown in place of an empty chart. */
  nothing: string
  scale: Scale
  /** The first and the last time of the x axis (ISO 8601); undefined without figures. */
  ends: readonly [string, string] | undefined
  /** The caption of the table of values, and the headings of its two columns. */
  caption: string
  heads: readonly [string, string]
  /** Drawn in a box of VIEWBOX by VIEWBOX. */
  children: ReactNode
}

/** The labels of the x axis: days, or times if both are on the same day. */
function endTexts(first: string, last: string): readonly string[] {
  const kind = dateTime(first, 'day') === dateTime(last, 'day') ? 'time' : 'day'
  return [...new Set([dateTime(first, kind), dateTime(last, kind)])]
}

const percent = (share: number) => `${share * 100}%`
/** The values as a table, for screen readers. */
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

/**
 * A chart with grid lines. A pointer shows the value of the nearest point. An empty chart has the same
 * height.
 */
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
                  <b>{shortMoney(tick)}</b>
                  <i>{shortMoney(tick)}</i>
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
