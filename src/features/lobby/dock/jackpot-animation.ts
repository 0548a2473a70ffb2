import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { jackpots, parseJackpots, setDisplayedJackpots } from '../state.ts'

/** The assumed interval between two updates before one is measured, and the bounds of the measured one. */
const DEFAULT_INTERVAL_MS = 5000
const MIN_INTERVAL_MS = 500
const MAX_INTERVAL_MS = 30_000

/** A jackpot that counts up. Amounts in cents, times in ms of a monotonic clock. */
interface Count {
  from: number
  to: number
  began: number
  lasts: number
}

/**
 * Counts jackpots from the shown amount to the server's latest over the expected time until the next update:
 * never above it and never down. A lower amount (the jackpot was won) is shown at once.
 */
export interface JackpotCounter {
  /** Sets a brand's latest jackpots, highest first. */
  setTarget(id: string, amounts: readonly number[], at: number): void
  /** The amounts to show at this moment. */
  amounts(id: string, at: number): readonly number[]
  isCounting(at: number): boolean
  ids(): Iterable<string>
  clear(): void
}

function amountAt({ from, to, began, lasts }: Count, at: number): number {
  const part = lasts > 0 ? Math.min(Math.max((at - began) / lasts, 0), 1) : 1
  return Math.floor(from + (to - from) * part)
}

export function createJackpotCounter(): JackpotCounter {
  const all = new Map<string, { updatedAt: number; counts: Count[] }>()
  return {
    setTarget(id, amounts, at) {
      const before = all.get(id)
      // With another number of jackpots, another one may be at the same place.
      const known = before?.counts.length === amounts.length ? before.counts : undefined
      if (known && amounts.every((amount, i) => amount === known[i]?.to)) return
      const interval = before ? at - before.updatedAt : DEFAULT_INTERVAL_MS
      const lasts = Math.min(Math.max(interval, MIN_INTERVAL_MS), MAX_INTERVAL_MS)
      const counts = amounts.map((to, i): Count => {
        const old = known?.[i]
        const now = old ? amountAt(old, at) : to
        // An amount below the previous target means a win, even if less was shown.
        const from = old && to >= old.to ? Math.min(now, to) : to
        return { from, to, began: at, lasts }
      })
      all.set(id, { updatedAt: at, counts })
    },
    amounts: (id, at) => all.get(id)?.counts.map((count) => amountAt(count, at)) ?? [],
    isCounting: (at) =>
      [...all.values()].some(({ counts }) =>
        counts.some(({ from, to, began, lasts }) => from < to && at < began + lasts),
      ),
    ids: () => all.keys(),
    clear: () => all.clear(),
  }
}

/**
 * The interval between two shown amounts, ms: short enough to look continuous, long enough to be readable.
 */
const STEP_MS = 100

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Counts the shown jackpots up to the latest while the page is visible, unless reduced motion is preferred.
 */
export function startJackpotAnimation(): Dispose {
  const counter = createJackpotCounter()
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = () => {
    timer = undefined
    const now = performance.now()
    setDisplayedJackpots(new Map([...counter.ids()].map((id) => [id, counter.amounts(id, now)])))
    if (counter.isCounting(now) && !document.hidden) timer = setTimeout(draw, STEP_MS)
  }
  const stop = effect(() => {
    const latest = jackpots.value
    untracked(() => {
      clearTimeout(timer)
      if (prefersReducedMotion()) {
        counter.clear()
        setDisplayedJackpots(new Map())
        return
      }
      const now = performance.now()
      for (const [id, jackpot] of latest) counter.setTarget(id, parseJackpots({ jackpot }), now)
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
    setDisplayedJackpots(new Map())
  }
}
