import { useSignal } from '@preact/signals-react'
import { artPath } from '../../core/router/paths.ts'
import styles from './Art.module.css'

interface Props {
  /** Names the picture. */
  brand: string
  /** Stands in for a picture that is not there. */
  name: string
  eager?: boolean
}

/** A brand's picture, or its first letter. */
export function Art({ brand, name, eager }: Props) {
  const missing = useSignal(brand === '')
  if (missing.value) {
    return (
      <span className={styles.letter} aria-hidden="true">
        {[...name][0] ?? '?'}
      </span>
    )
  }
  return (
    <img
      className={styles.art}
      src={artPath(brand)}
      alt=""
      width={480}
      height={600}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      onError={() => {
        missing.value = true
      }}
    />
  )
}
