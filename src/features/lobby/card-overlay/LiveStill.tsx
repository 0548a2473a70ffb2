import { type Signal, useComputed, useSignal } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { findMachine } from '../all-machines/state.ts'
import styles from './CardOverlay.module.css'
import { watchStill } from './still-loader.ts'

export interface Props {
  id: string
  /** Receives the time of each new still, ms of performance.now(); undefined while there is none. */
  shownAt?: Signal<number | undefined>
}

/** The machine's current still over its brand's art, if the server offers stills. */
export function LiveStill(props: Props) {
  return useComputed(() => Boolean(findMachine(props.id)?.still)).value ? <StillImages {...props} /> : null
}

/** The shown still, and the next one, which fades in over it. */
function StillImages({ id, shownAt }: Props) {
  const box = useRef<HTMLSpanElement>(null)
  const urls = useSignal<readonly string[]>([])
  useEffect(() => {
    const keep = (next: readonly string[]) => {
      for (const url of urls.peek()) if (!next.includes(url)) URL.revokeObjectURL(url)
      urls.value = next
    }
    const stop = box.current
      ? watchStill(box.current, id, (url) => {
          keep(url ? [...urls.peek().slice(-1), url] : [])
          if (shownAt) shownAt.value = url ? performance.now() : undefined
        })
      : undefined
    return () => {
      stop?.()
      keep([])
    }
  }, [id, urls, shownAt])
  return (
    <span ref={box} className={styles.still} aria-hidden="true">
      {urls.value.map((url) => (
        <img key={url} src={url} alt="" draggable={false} />
      ))}
    </span>
  )
}
