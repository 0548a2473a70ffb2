import { useSignal } from '@preact/signals-react'
import { artPath } from '../../core/router/paths.ts'
import styles from './Art.module.css'

interface Props {
  /** A machine's own picture, before its brand's. */
  image?: string | null | undefined
  /** Names the brand's picture. */
  brand: string
  /** Stands in for a picture that is not there. */
  name: string
  eager?: boolean
}

/** The built-in platform has a smaller copy of its own posters behind this; other servers ignore a query. */
const SMALL = '?w=320'
/** How wide a phone shows them: two beside each other. Wider screens take the whole poster. */
const SIZES = '(max-width: 499px) 44vw, 480px'

/** A machine's or a brand's picture, or its first letter. */
export function Art({ image, brand, name, eager }: Props) {
  const failures = useSignal(0)
  const key = [image, brand].filter(Boolean)[failures.value]
  if (!key) {
    return (
      <span className={styles.letter} aria-hidden="true">
        {[...name][0] ?? '?'}
      </span>
    )
  }
  const path = artPath(key)
  const isPoster = /^\/assets\/machines\/[^/]+\.png$/.test(path)
  return (
    <img
      className={styles.art}
      // Before `src`, which would be requested at once.
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
