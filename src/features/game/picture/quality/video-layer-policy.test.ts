// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sample } from './connection-level.ts'
import { highestLayer, INITIAL_LAYER, type LayerState, nextLayer } from './video-layer-policy.ts'

const GOOD: Sample = { rtt: 40, age: 50, fps: 30, expected: 30, loss: 0 }
const BAD: Sample = { ...GOOD, loss: 0.2 }
const RUNGS = 3

/** The rungs after each look. */
function run(
  looks: readonly Sample[],
  { from = INITIAL_LAYER, top = 0 }: { from?: LayerState; top?: number } = {},
) {
  let state = from
  const rungs = looks.map((look) => {
    state = nextLayer(state, look, top, RUNGS)
    return state.index
  })
  return { rungs, state }
}
const times = (count: number, look: Sample) => Array<Sample>(count).fill(look)
const changes = (rungs: readonly number[], first = 0) =>
  rungs.filter((rung, i) => rung !== (rungs[i - 1] ?? first)).length

test.each<[string, Sample]>([
  ['loss over 5 %', { ...GOOD, loss: 0.051 }],
  ['too few frames', { ...GOOD, fps: 17 }],
  ['a frozen picture', { ...GOOD, age: 1100 }],
  ['no picture', { ...GOOD, age: undefined }],
  ['round trips that grow', { ...GOOD, rtt: 400 }],
])('%s lowers the layer after some time, and raises it after its end', (_, look) => {
  const low = run([...times(4, GOOD), ...times(3, look)])
  expect(low.state.index).toBe(1)
  expect(run([...times(4, GOOD), look, GOOD, GOOD, GOOD]).state.index).toBe(0)
})

test.each<[string, Sample]>([
  ['a link that is far away but steady', { ...GOOD, rtt: 600 }],
  ['half the frames where half were asked for', { ...GOOD, fps: 15, expected: 15 }],
  ['what is not known', { rtt: undefined, age: 0, fps: undefined, expected: 30, loss: undefined }],
])('%s lowers nothing', (_, look) => {
  expect(run(times(200, look)).rungs.every((rung) => rung === 0)).toBe(true)
})

const look = fc.record({
  rtt: fc.option(fc.integer({ min: 1, max: 2000 }), { nil: undefined }),
  age: fc.option(fc.integer({ min: 0, max: 5000 }), { nil: undefined }),
  fps: fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined }),
  expected: fc.constantFrom(15, 30),
  loss: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
})
const mixed = fc.array(fc.oneof(look, fc.constant(GOOD), fc.constant(BAD)), { maxLength: 200 })

test('constant bad samples end at the lowest layer and stay; constant good ones at the highest', () => {
  fc.assert(
    fc.property(mixed, fc.integer({ min: 0, max: 2 }), (looks, top) => {
      const { state } = run(looks, { top })
      const worst = run(times(20, BAD), { from: state, top })
      expect(worst.state.index).toBe(RUNGS - 1)
      const best = run(times(600, GOOD), { from: worst.state, top })
      expect(best.state.index).toBe(top)
      expect(changes(best.rungs, RUNGS - 1)).toBe(RUNGS - 1 - top)
    }),
  )
})

test('a link that carries exactly one layer is probed at growing intervals', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2 }),
      fc.infiniteStream(fc.double({ min: 0.06, max: 1 })),
      (k, loss) => {
        let state = INITIAL_LAYER
        const rungs: number[] = []
        for (let i = 0; i < 1800; i++) {
          const { value = 0.1 } = loss.next()
          state = nextLayer(state, state.index < k ? { ...GOOD, loss: value } : GOOD, 0, RUNGS)
          rungs.push(state.index)
        }
        // Half an hour, and the picture changed a dozen times, most of them at the beginning.
        expect(changes(rungs)).toBeLessThanOrEqual(30)
        expect(changes(rungs.slice(900), rungs[899])).toBeLessThanOrEqual(10)
        expect(rungs.filter((rung) => rung < k).length).toBeLessThan(180)
      },
    ),
    { numRuns: 20 },
  )
})

test('a change of the wanted layer applies at once, down and up', () => {
  const small = nextLayer(INITIAL_LAYER, GOOD, 2, RUNGS)
  expect(small.index).toBe(2)
  // The first samples are of the layer before.
  const after = (...looks: Sample[]) => run([...times(3, GOOD), ...looks], { from: small }).state.index
  expect([after(...times(7, GOOD)), after(...times(8, GOOD))]).toEqual([2, 1])
  expect(after(...times(7, GOOD), BAD, ...times(7, GOOD))).toBe(2)
  expect(run(times(40, GOOD), { from: small }).state.index).toBe(0)
  expect(nextLayer({ ...INITIAL_LAYER, index: 2 }, GOOD, 0, 1).index).toBe(0)
})

const OWN = [{ framerate: 30 }, { framerate: 15 }, { framerate: 15 }]
const SHARP = [
  { framerate: 30, width: 1280 },
  { framerate: 30, width: 640 },
  { framerate: 15, width: 640 },
  { framerate: 15, width: 320 },
]
test.each<[number, boolean, readonly { framerate?: number }[], number]>([
  [30, false, OWN, 0],
  [60, false, OWN, 0],
  [15, false, OWN, 1],
  [29, false, OWN, 1],
  [5, false, OWN, 1],
  [30, true, OWN, 2],
  [15, false, [{}, {}], 0],
  [30, true, [], 0],
])('%i frames a second, saver %o, of %o: layer %i', (fps, saver, layers, rung) => {
  expect(highestLayer(layers, fps, saver, 360)).toBe(rung)
})

test.each([
  ['a kiosk', 1080, 0],
  ['a desktop', 900, 0],
  ['half of a large screen', 640, 0],
  ['a phone across', 639, 1],
  ['a phone', 360, 1],
  ['a phone at 400 %', 90, 1],
  ['a picture that is not laid out yet', 0, 1],
])('for %s, %i pixels wide, layer %i is wanted', (_, shownWidth, index) => {
  expect(highestLayer(SHARP, 30, false, shownWidth)).toBe(index)
})

test('data saver and the frame rate of the operator still come first', () => {
  expect(highestLayer(SHARP, 30, true, 1080)).toBe(3)
  expect(highestLayer(SHARP, 15, false, 1080)).toBe(2)
})
