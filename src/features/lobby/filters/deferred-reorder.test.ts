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

test('a reorder waits until neither the change nor the last interaction is recent, and comes once', () => {
  const time = clock()
  const settled: number[] = []
  const settler = createDeferredReorder({ ...time, reorder: () => settled.push(time.now()) })
  const waits = (ms: number) => {
    time.pass(ms)
    expect(settled).toEqual([])
  }
  settler.setPending(true)
  waits(QUIET_MS - 1)
  settler.touch()
  waits(QUIET_MS - 1)
  settler.setInteracting(true)
  waits(5000)
  settler.setInteracting(false)
  waits(QUIET_MS - 1)
  time.pass(1)
  expect(settled).toEqual([3 * QUIET_MS - 2 + 5000])
  settler.setInteracting(true)
  settler.setInteracting(false)
  time.pass(5000)
  settler.setPending(true)
  settler.setPending(false)
  time.pass(5000)
  expect(settled).toHaveLength(1)
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
