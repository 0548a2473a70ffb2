import { effect, type ReadonlySignal, useSignal } from '@preact/signals-react'
import { useEffect } from 'react'

const DURATION_MS = 700
/** Digits that run are not read: every third frame has new ones, and a slow phone is not kept busy by them. */
const STEP_MS = 50

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
    let timer = 0
    const stop = effect(() => {
      const target = to.value
      clearInterval(timer)
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
      timer = window.setInterval(() => {
        const part = Math.min((performance.now() - start) / DURATION_MS, 1)
        shown.value = part === 1 ? target : Math.round(from + (target - from) * (1 - (1 - part) ** 3))
        if (part === 1) clearInterval(timer)
      }, STEP_MS)
    })
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [to, shown, down])
  return shown
}
