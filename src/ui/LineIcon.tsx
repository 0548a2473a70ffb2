interface Props {
  /** The path on a grid of 24 units; the strokes are in theme.css. */
  d: string
  /** It has a direction, which right-to-left pages turn round. */
  mirrors?: boolean | undefined
  isFilled?: boolean | undefined
}

/** A line icon. It has no accessible name: label its container. */
export const LineIcon = ({ d, mirrors, isFilled }: Props) => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" data-mirrors={mirrors}>
    <path d={d} fill={isFilled ? 'currentcolor' : undefined} />
  </svg>
)
