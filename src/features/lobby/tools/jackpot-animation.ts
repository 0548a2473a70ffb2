import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { jackpots, parseJackpots, setDisplayedJackpots } from '../state.ts'
import { createJackpotCounter } from './counter.ts'

/** The interval between two shown amounts, ms: it looks continuous and stays readable. */
const STEP_MS = 100

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Counts the shown jackpots up to the latest while the page is visible, unless reduced motion is preferred. */
export function startJackpotAnimation(): Dispose {
  const counter = createJackpotCounter()
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = () => {
    timer = undefined
    const now = performance.now()
    setDisplayedJackpots(Object.fromEntries([...counter.ids()].map((id) => [id, counter.amounts(id, now)])))
    if (counter.isCounting(now) && !document.hidden) timer = setTimeout(draw, STEP_MS)
  }
  const stop = effect(() => {
    const latest = jackpots.value
    untracked(() => {
      clearTimeout(timer)
      if (prefersReducedMotion()) {
        counter.clear()
        setDisplayedJackpots({})
        return
      }
      const now = performance.now()
      for (const [id, jackpot] of Object.entries(latest))
        counter.setTarget(id, parseJackpots({ jackpot }), now)
      draw()
    })
  })
  const onVisibility = () => {
    clearTimeout(timer)
    if (!prefersReducedMotion()) draw()
  }
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    stop()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
    setDisplayedJackpots({})
  }
}
