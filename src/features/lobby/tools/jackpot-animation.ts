import { effect, untracked } from '@preact/signals-react'
import { drawJackpots, jackpotsOf, jackpotWords } from '../state.ts'
import { createTicker } from './counter.ts'

/** Between two figures, ms: quick enough to be seen running, slow enough to be read. */
const STEP_MS = 100

const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Lets the jackpots count up to what the server says, while somebody can see it; where less motion is asked for
 * they are what the server says. Answers how to stop, which leaves them so.
 */
export function tickJackpots(): () => void {
  const ticker = createTicker()
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = () => {
    timer = undefined
    const now = performance.now()
    drawJackpots(Object.fromEntries([...ticker.ids()].map((id) => [id, ticker.drawn(id, now)])))
    if (ticker.runs(now) && !document.hidden) timer = setTimeout(draw, STEP_MS)
  }
  const stop = effect(() => {
    const words = jackpotWords.value
    untracked(() => {
      clearTimeout(timer)
      if (calm()) {
        ticker.clear()
        drawJackpots({})
        return
      }
      const now = performance.now()
      for (const [id, jackpot] of Object.entries(words)) ticker.say(id, jackpotsOf({ jackpot }), now)
      draw()
    })
  })
  const seen = () => {
    clearTimeout(timer)
    if (!calm()) draw()
  }
  document.addEventListener('visibilitychange', seen)
  return () => {
    stop()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', seen)
    drawJackpots({})
  }
}
