import { effect, type ReadonlySignal, useSignal } from '@preact/signals-react'
import { useEffect } from 'react'

const LASTS_MS = 700

/** Follows a figure: up in a short run, down at once. Where less motion is asked for, up at once as well. */
export function useCountUp(to: ReadonlySignal<number>): ReadonlySignal<number> {
  const shown = useSignal(to.peek())
  useEffect(() => {
    let frame = 0
    const stop = effect(() => {
      const target = to.value
      cancelAnimationFrame(frame)
      const from = shown.peek()
      if (target <= from || matchMedia('(prefers-reduced-motion: reduce)').matches) {
        shown.value = target
        return
      }
      const start = performance.now()
      const step = (now: number) => {
        const part = Math.min(Math.max((now - start) / LASTS_MS, 0), 1)
        shown.value = part === 1 ? target : Math.round(from + (target - from) * (1 - (1 - part) ** 3))
        if (part < 1) frame = requestAnimationFrame(step)
      }
      frame = requestAnimationFrame(step)
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [to, shown])
  return shown
}
