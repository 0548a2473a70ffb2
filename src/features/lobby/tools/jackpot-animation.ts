import { effect, untracked } from '@preact/signals-react'
import { jackpots, parseJackpots, setDisplayedJackpots } from '../state.ts'
import { createJackpotCounter } from './counter.ts'

/** Between two figures, ms: quick enough to be seen running, slow enough to be read. */
const STEP_MS = 100

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Lets the jackpots count up to what the server says, while somebody can see it; where less motion is asked for
 * they are what the server says. Answers how to stop, which leaves them so.
 */
export function startJackpotAnimation(): () => void {
  const ticker = createJackpotCounter()
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = () => {
    timer = undefined
    const now = performance.now()
    setDisplayedJackpots(Object.fromEntries([...ticker.ids()].map((id) => [id, ticker.amounts(id, now)])))
    if (ticker.isCounting(now) && !document.hidden) timer = setTimeout(draw, STEP_MS)
  }
  const stop = effect(() => {
    const words = jackpots.value
    untracked(() => {
      clearTimeout(timer)
      if (prefersReducedMotion()) {
        ticker.clear()
        setDisplayedJackpots({})
        return
      }
      const now = performance.now()
      for (const [id, jackpot] of Object.entries(words)) ticker.setTarget(id, parseJackpots({ jackpot }), now)
      draw()
    })
  })
  const seen = () => {
    clearTimeout(timer)
    if (!prefersReducedMotion()) draw()
  }
  document.addEventListener('visibilitychange', seen)
  return () => {
    stop()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
    setDisplayedJackpots({})
  }
}
