import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDeferredReorder, QUIET_MS } from './deferred-reorder.ts'

/** A fake clock that runs due timers as it advances. */
function clock() {
  let time = 0
  let due: { at: number; run: () => void }[] = []
  return {
    now: () => time,
    after(ms: number, run: () => void) {
      const one = { at: time + ms, run }
      due.push(one)
      return () => {
        due = due.filter((other) => other !== one)
      }
    },
    pass(ms: number) {
      const end = time + ms
      for (;;) {
        const [next] = due.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (!next) break
        due = due.filter((other) => other !== next)
        time = Math.max(time, next.at)
        next.run()
      }
      time = end
    },
  }
}

const step = fc.oneof(
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 1500 }) }),
  fc.record({ do: fc.constant('stale' as const), is: fc.boolean() }),
  fc.record({ do: fc.constant('hand' as const), on: fc.boolean() }),
  fc.record({ do: fc.constant('brush' as const) }),
)

test('property: no card moves during an interaction, and all do after it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const time = clock()
      const settled: number[] = []
      let stale: number | undefined
      let on = false
      let touched = Number.NEGATIVE_INFINITY
      const settler = createDeferredReorder({
        now: time.now,
        after: time.after,
        reorder() {
          // Not during an interaction, nor within QUIET_MS of it, nor within QUIET_MS of the change.
          expect(on).toBe(false)
          expect(time.now() - touched).toBeGreaterThanOrEqual(QUIET_MS)
          expect(stale).toBeDefined()
          expect(time.now() - (stale ?? 0)).toBeGreaterThanOrEqual(QUIET_MS)
          settled.push(time.now())
          stale = undefined
        },
      })
      for (const one of steps) {
        if (one.do === 'pass') time.pass(one.ms)
        else if (one.do === 'stale') {
          stale = one.is ? (stale ?? time.now()) : undefined
          settler.setPending(one.is)
        } else if (one.do === 'hand') {
          if (one.on !== on) touched = time.now()
          on = one.on
          settler.setInteracting(one.on)
        } else {
          touched = time.now()
          settler.touch()
        }
      }
      const before = settled.length
      const due = stale !== undefined
      // The interaction ends, and nothing else happens.
      settler.setInteracting(false)
      if (on) touched = time.now()
      on = false
      time.pass(2 * QUIET_MS)
      expect(settled.length - before).toBe(due ? 1 : 0)
    }),
    { numRuns: 500 },
  )
})

test('constant changes do not postpone a reorder for ever', () => {
  const time = clock()
  const settled: number[] = []
  const settler = createDeferredReorder({ ...time, reorder: () => settled.push(time.now()) })
  for (let i = 0; i < 40; i++) {
    settler.setPending(true)
    time.pass(100)
  }
  expect(settled.length).toBeGreaterThanOrEqual(4)
})

test('after disposing nothing moves', () => {
  const time = clock()
  const settled: number[] = []
  const settler = createDeferredReorder({ ...time, reorder: () => settled.push(time.now()) })
  settler.setPending(true)
  settler.stop()
  time.pass(5000)
  expect(settled).toEqual([])
})
