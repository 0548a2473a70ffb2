import styles from './HotFlag.module.css'
import { LineIcon } from './LineIcon.tsx'

/** The colour of a hot coin; `plain`: below the smallest one. */
export type HotColor = 'blue' | 'green' | 'purple' | 'yellow' | 'red' | 'plain'

interface Props {
  color: HotColor
  text: string
  /** The text is visible; otherwise it is for screen readers only. */
  word?: boolean
  /** Part of a line of text; otherwise over the corner of a card. */
  inline?: boolean
}

/** Marks a jackpot above the operator's limit, in the colour of the largest hot coin that it contains. */
export function HotFlag({ color, text, word, inline }: Props) {
  return (
    <span
      className={styles.hot}
      data-coin={color}
      data-word={word ? '' : undefined}
      data-inline={inline ? '' : undefined}
    >
      <LineIcon d="M12 3c.6 3.4 5.5 5.6 5.5 11a5.5 5.5 0 0 1-11 0c0-2.3 1.1-3.7 2-4.7.2 1.5.8 2.3 1.7 2.7C10 9 10.3 5.5 12 3Z" />
      <span className={word ? undefined : 'quiet-text'}>{text}</span>
    </span>
  )
}
