import { effect, type ReadonlySignal, useSignal } from '@preact/signals-react'
import { useEffect } from 'react'

const DURATION_MS = 700
/** Running digits are not read, so every third frame is enough, which spares slow phones. */
const STEP_MS = 50

interface CountOptions {
  /** Also counts down; otherwise a lower value is shown at once. */
  down?: boolean
  ms?: number | undefined
}

/**
 * Animates a number from the shown value to the new one. The first value, a value after undefined, and every
 * value with reduced motion are shown at once.
 */
export function useCountUp<T extends number | undefined>(
  to: ReadonlySignal<T>,
  { down = false, ms = DURATION_MS }: CountOptions = {},
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
        const part = Math.min((performance.now() - start) / ms, 1)
        shown.value = part === 1 ? target : Math.round(from + (target - from) * (1 - (1 - part) ** 3))
        if (part === 1) clearInterval(timer)
      }, STEP_MS)
    })
    return () => {
      stop()
      clearInterval(timer)
    }
  }, [to, shown, down, ms])
  return shown
}
