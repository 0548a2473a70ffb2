import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bars, downsample, nearest, type Point, scaleOf, stepPath, xFractions } from './chart.ts'

const cents = fc.integer({ min: -1e12, max: 1e12 })
const point = fc.record({ at: fc.integer({ min: 0, max: 1e13 }), value: cents })

describe('a scale', () => {
  test.each([
    [
      [0, 950_000],
      [0, 500_000, 1_000_000],
    ],
    [
      [-12_000, 30_000],
      [-20_000, 0, 20_000, 40_000],
    ],
    [
      [950_000, 990_000],
      [940_000, 960_000, 980_000, 1_000_000],
    ],
    [[5], [0, 100]],
    // A value that never changes lies in the middle.
    [
      [1_000_000, 1_000_000],
      [999_900, 1_000_000, 1_000_100],
    ],
    [[], [0, 100]],
  ])('of %j has grid lines at %j', (values, ticks) => {
    expect(scaleOf(values).ticks).toEqual(ticks)
  })
})

describe('thinning', () => {
  test('keeps the first, last, lowest and highest point and the time order, within the limit', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 400 }), (points) => {
        const kept = downsample(points, 40)
        expect(kept.length).toBeLessThanOrEqual(44)
        const values = (list: readonly Point[]) => list.map(({ value }) => value)
        expect(Math.min(...values(kept))).toBe(Math.min(...values(points)))
        expect(Math.max(...values(kept))).toBe(Math.max(...values(points)))
        const times = kept.map(({ at }) => at)
        expect(times).toEqual(times.toSorted((a, b) => a - b))
        expect([times[0], times.at(-1)]).toEqual([
          Math.min(...points.map(({ at }) => at)),
          Math.max(...points.map(({ at }) => at)),
        ])
      }),
    )
  })

  test('handles 100,000 points', () => {
    const points = Array.from({ length: 100_000 }, (_, at) => ({ at, value: at === 70_001 ? 9 : at % 7 }))
    const kept = downsample(points, 80)
    expect(kept.length).toBeLessThanOrEqual(84)
    expect(kept).toContainEqual({ at: 70_001, value: 9 })
  })
})

describe('a line', () => {
  const scale = { low: 0, high: 100, ticks: [] }
  test('is a step line on a time scale, up to the end', () => {
    const points = [
      { at: 0, value: 100 },
      { at: 25, value: 0 },
      { at: 100, value: 50 },
    ]
    expect(stepPath(points, scale)).toBe('M0 0H250V1000H1000V500H1000')
  })
  test('of one point spans the width, of none is empty', () => {
    expect(stepPath([{ at: 5, value: 50 }], scale)).toBe('M0 500H1000')
    expect(stepPath([], scale)).toBe('')
  })
  test('of equal times spaces its points evenly', () => {
    expect(xFractions([0, 1, 2].map((value) => ({ at: 7, value })))).toEqual([0, 0.5, 1])
  })
})

describe('bars', () => {
  test('start at zero, upwards or downwards', () => {
    const scale = { low: -100, high: 100, ticks: [] }
    expect(bars([100, -50], scale)).toEqual([
      { x: 220, y: 0, width: 60, height: 500 },
      { x: 720, y: 500, width: 60, height: 250 },
    ])
    expect(bars(Array(20).fill(100), scale)[1]).toEqual({ x: 60, y: 0, width: 30, height: 500 })
    // A value of zero has a visible bar.
    expect(bars([0], scale)).toEqual([{ x: 470, y: 496, width: 60, height: 4 }])
  })
})

test('nearest returns the closest index, and undefined for an empty list', () => {
  expect(nearest([0, 0.4, 1], 0.6)).toBe(1)
  expect(nearest([0, 0.4, 1], 2)).toBe(2)
  expect(nearest([], 0.5)).toBeUndefined()
})
