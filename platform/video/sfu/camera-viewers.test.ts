import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeClock } from '../../lib/clock.ts'
import { createViewerEnds } from './camera-viewers.ts'

const CAMERA = { url: 'https://pictures.example/a/whep', api: undefined }
/** The answers of the camera's server, in the order of the requests. */
let answers: (() => Promise<Response>)[] = []
const away = () => Promise.reject(new TypeError('away'))
const done = async () => new Response(null, { status: 204 })
const log = vi.fn()
const createEnds = () => {
  const clock = fakeClock()
  return {
    clock,
    ends: createViewerEnds({
      signEnd: async () => 'token',
      isOfPlayer: () => false,
      clock,
      log,
    }),
  }
}

beforeEach(() => {
  vi.stubGlobal('fetch', async () => answers.shift()?.())
})
afterEach(() => vi.unstubAllGlobals())

test('the viewers are ended again while their server is away, and their end is reported once', async () => {
  const { clock, ends } = createEnds()
  const onEnded = vi.fn()
  answers = [away, away, done]
  await ends.end('1', CAMERA, true, onEnded)
  for (let time = 0; time < 2; time++) {
    expect(onEnded).not.toHaveBeenCalled()
    clock.advance(5000)
    await vi.waitFor(() => expect(answers).toHaveLength(1 - time))
  }
  await vi.waitFor(() => expect(onEnded).toHaveBeenCalledOnce())
  expect(log.mock.calls).toEqual([[expect.stringContaining('machine 1')]])
  ends.close()
})

test('an attempt that a later one replaces has its end reported by that one', async () => {
  const { clock, ends } = createEnds()
  const [waiting, underWay, last] = [vi.fn(), vi.fn(), vi.fn()]
  answers = [away]
  await ends.end('1', CAMERA, true, waiting)
  // The camera is another machine's by now.
  let fail = () => {}
  answers = [() => new Promise((_, reject) => (fail = () => reject(new TypeError('away')))), done]
  const second = ends.end('2', CAMERA, true, underWay)
  await vi.waitFor(() => expect(answers).toHaveLength(1))
  await ends.end('2', CAMERA, true, last)
  fail()
  await second
  clock.advance(60_000)
  expect([waiting, underWay, last].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
  ends.close()
})
