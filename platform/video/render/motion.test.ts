import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reelAt } from './motion.ts'

const anyReel = fc.record({
  length: fc.integer({ min: 3, max: 40 }),
  from: fc.nat(),
  to: fc.nat(),
  stopMs: fc.integer({ min: 800, max: 2500 }),
})
const at = (
  ms: number,
  { length, from, to, stopMs }: { length: number; from: number; to: number; stopMs: number },
) => reelAt(ms, from % length, length, to % length, length, stopMs)

test('a reel starts at its old position and is at its new one at its stop time, not before', () => {
  fc.assert(
    fc.property(anyReel, (reel) => {
      expect(at(0, reel)).toMatchObject({ position: reel.from % reel.length, standing: true })
      expect(at(reel.stopMs, reel)).toMatchObject({
        position: reel.to % reel.length,
        standing: true,
        speed: 0,
      })
      expect(at(reel.stopMs + 60_000, reel).position).toBe(reel.to % reel.length)
      for (let ms = 1; ms < reel.stopMs; ms += 7) expect(at(ms, reel).standing).toBe(false)
    }),
    { numRuns: 20 },
  )
})

test('a reel jumps at most once, at full speed', () => {
  fc.assert(
    fc.property(anyReel, (reel) => {
      let jumps = 0
      let before = at(0, reel)
      for (let ms = 1; ms <= reel.stopMs; ms += 1) {
        const now = at(ms, reel)
        const way = Math.abs(now.position - before.position)
        if (Math.min(way, reel.length - way) > 0.05) {
          jumps += 1
          expect(now.arriving && !before.arriving && before.speed > 18).toBe(true)
        }
        expect(now.position).toBeGreaterThanOrEqual(0)
        expect(now.position).toBeLessThan(reel.length)
        before = now
      }
      expect(jumps).toBeLessThanOrEqual(1)
    }),
    { numRuns: 12 },
  )
})

test('a reel overshoots slightly and returns', () => {
  const reel = { length: 30, from: 3, to: 12, stopMs: 1800 }
  const landing = Array.from({ length: 240 }, (_, i) => at(1560 + i, reel).position)
  expect(Math.min(...landing)).toBeLessThan(11.95)
  expect(Math.min(...landing)).toBeGreaterThan(11.75)
})
