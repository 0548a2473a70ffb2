import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DELAY_MS, effectiveAt, type LimitChange, limitStateAt } from './limit-rules.ts'

const HOUR = 60 * 60_000
type Stored = Omit<LimitChange, 'kind'>

/** Makes requests one after the other and stores them as the platform does. */
function store(requests: readonly { value: number | null; at: number }[]): Stored[] {
  const changes: Stored[] = []
  for (const { value, at } of requests) {
    const fromAt = effectiveAt(limitStateAt(changes, at), value, at)
    if (fromAt !== undefined) changes.push({ value, setAt: at, fromAt })
  }
  return changes
}
const valueAt = (changes: readonly Stored[], at: number) =>
  limitStateAt(
    changes.filter(({ setAt }) => setAt <= at),
    at,
  ).value

describe('a change', () => {
  test.each([200, null])('to %s applies after a day and is pending until then', (value) => {
    const changes = store([
      { value: 100, at: 0 },
      { value, at: HOUR },
    ])
    const from = HOUR + DELAY_MS
    expect(limitStateAt(changes, from - 1)).toEqual({ value: 100, pending: { value, from } })
    expect(limitStateAt(changes, from)).toEqual({ value, pending: undefined })
  })
  test('that is repeated is stored once, and its day does not begin anew', () => {
    const first = store([
      { value: 100, at: 0 },
      { value: 200, at: HOUR },
    ])
    expect(
      store([
        { value: 100, at: 0 },
        { value: 200, at: HOUR },
        { value: 200, at: 5 * HOUR },
      ]),
    ).toEqual(first)
    expect(store([{ value: null, at: 0 }])).toEqual([])
  })
})

test('whatever a player does, no limit is looser than a day ago allowed, and none is lost', () => {
  const request = fc.record({
    value: fc.option(fc.integer({ min: 1, max: 5 })),
    after: fc.constantFrom(0, HOUR, 12 * HOUR, DELAY_MS, 3 * DELAY_MS),
  })
  const orderOf = (value: number | null) => value ?? Number.POSITIVE_INFINITY
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 12 }), (given) => {
      let at = 0
      const requests = given.map(({ value, after }) => {
        at += after
        return { value, at }
      })
      const changes = store(requests)
      for (const { value, at: made } of requests) {
        // Right after a request the limit is as strict as it was and as requested.
        const before = store(requests.filter((other) => other.at < made))
        const now = orderOf(valueAt(store(requests.filter((other) => other.at <= made)), made))
        expect(now).toBeLessThanOrEqual(orderOf(valueAt(before, made)))
        if (requests.filter((other) => other.at === made).length === 1)
          expect(now).toBeLessThanOrEqual(orderOf(value))
      }
      // A value as loose was requested at least a day before, and nothing stricter since.
      const times = [...new Set(requests.flatMap((one) => [one.at, one.at + DELAY_MS]))].sort((a, b) => a - b)
      times.forEach((time, index) => {
        const earlier = times[index - 1]
        const value = valueAt(changes, time)
        if (earlier === undefined || orderOf(value) <= orderOf(valueAt(changes, earlier))) return
        const isAsLoose = (one: { value: number | null }) => orderOf(one.value) >= orderOf(value)
        expect(requests.some((one) => isAsLoose(one) && one.at <= time - DELAY_MS)).toBe(true)
        expect(requests.filter((one) => one.at > time - DELAY_MS && one.at < time).every(isAsLoose)).toBe(
          true,
        )
      })
    }),
    { numRuns: 500 },
  )
})
