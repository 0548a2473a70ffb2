import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLatest, type Mark } from './stale-answers.ts'

/** Loads as every caller does: marks the request, waits, and applies the answer unless the mark is stale. */
function createLoader() {
  const latest = createLatest()
  const applied: string[] = []
  return {
    applied,
    leave: latest.invalidate,
    async load(answer: Promise<string>, meanwhile = () => {}): Promise<void> {
      const mark = latest.begin()
      meanwhile()
      const value = await answer
      if (!latest.isStale(mark)) applied.push(value)
    },
  }
}

test('only the newest request applies its answer, also when the older answer comes last', async () => {
  const { load, applied } = createLoader()
  let answerFirst = (_: string) => {}
  const first = load(
    new Promise((resolve) => {
      answerFirst = resolve
    }),
  )
  await load(Promise.resolve('second'))
  answerFirst('first')
  await first
  expect(applied).toEqual(['second'])
})

test('a request that begins inside another one replaces it', async () => {
  const { load, applied } = createLoader()
  let inner = Promise.resolve()
  await load(Promise.resolve('outer'), () => {
    inner = load(Promise.resolve('inner'))
  })
  await inner
  expect(applied).toEqual(['inner'])
})

test('after an invalidation no earlier answer applies, and the answer to a later request does', async () => {
  const { load, leave, applied } = createLoader()
  const late = load(Promise.resolve('late'))
  leave()
  await late
  await load(Promise.resolve('next'))
  expect(applied).toEqual(['next'])
})

test('an answer that never arrives delays no later request', async () => {
  const { load, applied } = createLoader()
  void load(new Promise(() => {}))
  await load(Promise.resolve('next'))
  expect(applied).toEqual(['next'])
})

test('among overlapping requests a later answer makes the earlier ones stale, but not the reverse', () => {
  const latest = createLatest()
  const [first, second, third] = [latest.mark(), latest.mark(), latest.mark()]
  latest.applied(second)
  expect([first, second, third].map(latest.isStale)).toEqual([true, false, false])
  latest.applied(first)
  expect([first, second, third].map(latest.isStale)).toEqual([true, false, false])
  latest.invalidate()
  expect([first, second, third].map(latest.isStale)).toEqual([true, true, true])
})

const step = fc.oneof(
  { weight: 2, arbitrary: fc.constant('request' as const) },
  { weight: 1, arbitrary: fc.constant('invalidate' as const) },
  // Answers one of the requests so far, possibly again; a request that is never drawn gets no answer.
  { weight: 4, arbitrary: fc.nat(20) },
)

test.each(['replaces', 'overlaps'] as const)(
  'property: in any order of requests, answers and invalidations, a request that %s others applies no stale answer',
  (kind) => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const latest = createLatest()
        const requests: { mark: Mark; isOver: boolean }[] = []
        const endBefore = (at: number) => {
          for (const request of requests.slice(0, at)) request.isOver = true
        }
        for (const one of steps) {
          if (one === 'request') {
            if (kind === 'replaces') endBefore(requests.length)
            requests.push({ mark: kind === 'replaces' ? latest.begin() : latest.mark(), isOver: false })
          } else if (one === 'invalidate') {
            endBefore(requests.length)
            latest.invalidate()
          } else if (requests.length > 0) {
            const at = one % requests.length
            const { mark, isOver } = requests[at] as (typeof requests)[number]
            expect(latest.isStale(mark)).toBe(isOver)
            if (isOver) continue
            latest.applied(mark)
            endBefore(at)
          }
        }
      }),
    )
  },
)
