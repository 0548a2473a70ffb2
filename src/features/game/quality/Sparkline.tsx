import css from './QualityDialog.module.css'

const WIDTH = 59
const HEIGHT = 16

interface Props {
  /** One value a second, the newest last; undefined leaves a gap. */
  values: readonly (number | undefined)[]
  /** The value of the full height, unless a value exceeds it. */
  top: number
}

/** A line chart of the last minute; the newest value is at the right. */
export function Sparkline({ values, top }: Props) {
  const known = values.filter((one) => one !== undefined)
  const max = Math.max(top, ...known)
  const first = WIDTH + 1 - values.length
  let drawing = false
  const path = values
    .map((value, i) => {
      if (value === undefined) {
        drawing = false
        return ''
      }
      const step = `${drawing ? 'L' : 'M'}${first + i} ${(HEIGHT - (value / max) * HEIGHT).toFixed(1)}`
      drawing = true
      return step
    })
    .join('')
  return (
    <svg
      className={css.spark}
      viewBox={`0 -1 ${WIDTH} ${HEIGHT + 2}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}
