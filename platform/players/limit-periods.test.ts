import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMIT_KINDS, type LimitKind } from '../../src/contract/limits.ts'
import { periodOf } from './limit-periods.ts'

const text = ({ start, end }: { start: number; end: number }) =>
  [start, end].map((at) => new Date(at).toISOString().replace(':00.000Z', 'Z'))
const of = (kind: LimitKind, now: string, zone: string) => text(periodOf(kind, Date.parse(now), zone))

describe('a period', () => {
  test.each<[LimitKind, string, string, string, string]>([
    ['loss-day', '2026-11-26T12:00Z', 'UTC', '2026-11-26T00:00Z', '2026-11-27T00:00Z'],
    ['time-day', '2026-11-26T22:30Z', 'Europe/Istanbul', '2026-11-26T21:00Z', '2026-11-27T21:00Z'],
    // A Thursday; a Sunday; a Monday.
    ['loss-week', '2026-11-26T12:00Z', 'UTC', '2026-11-23T00:00Z', '2026-11-30T00:00Z'],
    ['loss-week', '2026-11-29T23:59Z', 'UTC', '2026-11-23T00:00Z', '2026-11-30T00:00Z'],
    ['loss-week', '2026-11-30T00:00Z', 'UTC', '2026-11-30T00:00Z', '2026-12-07T00:00Z'],
    ['loss-month', '2026-12-31T22:00Z', 'Europe/Istanbul', '2026-12-31T21:00Z', '2027-01-31T21:00Z'],
    ['loss-month', '2028-02-29T12:00Z', 'UTC', '2028-02-01T00:00Z', '2028-03-01T00:00Z'],
    // The clock is set forward: a day of 23 hours. In Santiago that skips midnight.
    ['loss-day', '2026-03-29T12:00Z', 'Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z'],
    ['loss-day', '2026-09-06T12:00Z', 'America/Santiago', '2026-09-06T04:00Z', '2026-09-07T03:00Z'],
    // And back: 25 hours. In Havana 00:00 occurs twice.
    ['loss-day', '2026-10-25T12:00Z', 'Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z'],
    ['loss-day', '2026-11-01T12:00Z', 'America/Havana', '2026-11-01T04:00Z', '2026-11-02T05:00Z'],
  ])('%s at %s in %s', (kind, now, zone, start, end) => {
    expect(of(kind, now, zone)).toEqual([start, end])
  })
})

test('at any instant the periods contain it, and follow each other without a gap', () => {
  const zones = [
    'UTC',
    'Europe/Istanbul',
    'America/Santiago',
    'America/Havana',
    'Asia/Kathmandu',
    'Africa/Cairo',
  ]
  const instant = fc.integer({ min: Date.UTC(2020, 0), max: Date.UTC(2040, 0) })
  fc.assert(
    fc.property(fc.constantFrom(...LIMIT_KINDS), instant, fc.constantFrom(...zones), (kind, now, zone) => {
      const { start, end } = periodOf(kind, now, zone)
      expect(start).toBeLessThanOrEqual(now)
      expect(now).toBeLessThan(end)
      expect(periodOf(kind, start, zone)).toEqual({ start, end })
      expect(periodOf(kind, end - 1, zone)).toEqual({ start, end })
      expect(periodOf(kind, end, zone).start).toBe(end)
    }),
    { numRuns: 1000 },
  )
})
