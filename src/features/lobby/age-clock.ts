import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { Dispose } from '../../contract/result.ts'

const secondsSignal = signal(0)
/** Increases every second while the page is visible. */
export const seconds: ReadonlySignal<number> = secondsSignal

/** Starts `seconds`; it pauses while the page is hidden. */
export function startSeconds(): Dispose {
  let timer: ReturnType<typeof setInterval> | undefined
  const update = () => {
    clearInterval(timer)
    if (document.hidden) return
    secondsSignal.value++
    timer = setInterval(() => secondsSignal.value++, 1000)
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', update)
  }
}
