import { effect, type ReadonlySignal, useSignal } from '@preact/signals-react'
import { useEffect } from 'react'

const LASTS_MS = 700

interface CountOptions {
  /** Counts down as well; without it a lower figure is shown at once. */
  down?: boolean
}

/**
 * Follows a figure in a short run from what is shown to what is true. Where less motion is asked for it is there at
 * once; so is the first figure, and what follows on none.
 */
export function useCountUp<T extends number | undefined>(
  to: ReadonlySignal<T>,
  { down = false }: CountOptions = {},
): ReadonlySignal<T | number> {
  const shown = useSignal<T | number>(to.peek())
  useEffect(() => {
    let frame = 0
    const stop = effect(() => {
      const target = to.value
      cancelAnimationFrame(frame)
      const from = shown.peek()
      if (
        target === undefined ||
        from === undefined ||
        target === from ||
        (target < from && !down) ||
        matchMedia('(prefers-reduced-motion: reduce)').matches
      ) {
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
  }, [to, shown, down])
  return shown
}
