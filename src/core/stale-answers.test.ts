import { expect, test } from 'vitest'
import { createLatest } from './stale-answers.ts'

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

test('after an invalidation no earlier answer applies, and the answer to a later request does', async () => {
  const { load, leave, applied } = createLoader()
  const late = load(Promise.resolve('late'))
  leave()
  await late
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
