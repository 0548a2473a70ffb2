import { useSignal } from '@preact/signals-react'
import { artPath } from '../../core/router/machine-paths.ts'
import styles from './Art.module.css'

interface Props {
  /** The machine's own picture, which is tried before its brand's. */
  image?: string | null | undefined
  /** The art key of the brand. */
  brand: string
  /** Its first letter is shown if no picture loads; of a machine without a name, its number. */
  name: string
  eager?: boolean
}

/** The query of a smaller copy of the built-in platform's posters; other servers ignore it. */
const SMALL = '?w=320'
/** A phone shows two posters side by side; wider screens load the whole poster. */
const SIZES = '(max-width: 499px) 44vw, 480px'

/** A number of a machine that fits. */
const NUMBER = /^\d{1,4}$/

/** The picture of a machine or brand, its first letter or its number. */
export function Art({ image, brand, name, eager }: Props) {
  const failures = useSignal(0)
  const key = [image, brand].filter(Boolean)[failures.value]
  if (!key) {
    return (
      <span className={styles.letter} aria-hidden="true">
        {NUMBER.test(name) ? name : ([...name][0] ?? '?')}
      </span>
    )
  }
  const path = artPath(key)
  const isPoster = /^\/assets\/machines\/[^/]+\.png$/.test(path)
  return (
    <img
      className={styles.art}
      // Before `src`, which would otherwise be requested at once.
      {...(isPoster && { sizes: SIZES, srcSet: `${path}${SMALL} 320w, ${path} 480w` })}
      src={path}
      alt=""
      width={480}
      height={600}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => {
        failures.value++
      }}
    />
  )
}
