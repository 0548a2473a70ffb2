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
  return (
    <img
      className={styles.art}
      src={artPath(key)}
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
