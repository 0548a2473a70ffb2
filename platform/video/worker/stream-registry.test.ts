import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MachineState } from '../protocol/machine-state.ts'
import { videoNow } from '../protocol/video-clock.ts'
import * as rendering from '../render/frame-renderer.ts'
import { createPicture } from '../render/i420.ts'
import * as peers from './peer.ts'
import { createStreamRegistry } from './stream-registry.ts'

const draw = vi.fn()
const onData = vi.fn()
const prerenderNext = vi.fn(() => false)

const state: MachineState = {
  scene: { id: '1', name: 'Nar 01', brand: 'nar', game: 'classic5' },
  meters: { credit: 0, win: 0, stake: 0, freeSpins: 0 },
  last: undefined,
}

const onDrawError = vi.fn()
const onSharpError = vi.fn()
beforeEach(() => {
  vi.useFakeTimers()
  draw.mockImplementation(() => createPicture(2, 2))
  vi.spyOn(rendering, 'createFrameRenderer').mockReturnValue({ draw, prerenderNext })
  const createTrack = () => ({ stop() {} })
  vi.spyOn(peers, 'createVideoSource').mockReturnValue({ createTrack, onFrame() {} })
  vi.spyOn(peers, 'createAudioSource').mockReturnValue({ createTrack, onData })
})
afterEach(() => {
  vi.clearAllMocks()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const create = () => createStreamRegistry({ onDrawError, onSharpError, maxSharpViewers: 1 })
function createDrawing(of = state) {
  const streams = create()
  streams.open(of)
  streams.startDrawing('1')
  return streams
}

test('nothing is drawn before the first viewer is answered, and the first frame at once afterwards', () => {
  const streams = create()
  streams.open(state)
  // Art that is not there yet takes longer than all the rest of an answer.
  vi.advanceTimersByTime(200)
  expect(rendering.createFrameRenderer).not.toHaveBeenCalled()
  expect(draw).not.toHaveBeenCalled()

  streams.startDrawing('1')
  expect(draw, 'the answer leaves first').not.toHaveBeenCalled()
  vi.advanceTimersByTime(0)
  expect(draw).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1000)
  expect(draw.mock.calls.length).toBeGreaterThanOrEqual(30)
  expect(streams.stats().drawn).toEqual({ 1: draw.mock.calls.length })
  streams.close('1')
})

test('a further viewer neither starts the stream anew nor draws a frame of its own', () => {
  const streams = create()
  const stream = streams.open(state)
  streams.startDrawing('1')
  vi.advanceTimersByTime(0)
  expect(streams.open(state)).toBe(stream)
  streams.startDrawing('1')
  vi.advanceTimersByTime(0)
  expect(draw).toHaveBeenCalledOnce()
  streams.close('1')
})

test('a viewer that is gone before the first frame leaves nothing to draw', () => {
  const streams = createDrawing()
  streams.close('1')
  vi.advanceTimersByTime(1000)
  expect(draw).not.toHaveBeenCalled()
  expect(streams.isEmpty()).toBe(true)
})

test('the first sound of a spin is sent before its moment, by no more than listeners accept', () => {
  const startedAt = videoNow() + 1000
  const spin = { spinId: '1', stops: [0, 0, 0], wins: [], free: false }
  let heardAt = 0
  onData.mockImplementation(({ samples }: { samples: Int16Array }) => {
    if (samples.some((sample) => sample !== 0)) heardAt ||= videoNow()
  })
  const streams = createDrawing({ ...state, last: { spin, startedAt } })
  vi.advanceTimersByTime(2000)
  // The motor starts 60 ms after the spin.
  const lead = startedAt + 60 - heardAt
  expect(lead).toBeGreaterThan(0)
  expect(lead).toBeLessThanOrEqual(45)
  streams.close('1')
})

test('art that only a win shows is rendered after the viewer had time to connect', () => {
  const streams = createDrawing()
  vi.advanceTimersByTime(400)
  expect(prerenderNext).not.toHaveBeenCalled()
  vi.advanceTimersByTime(200)
  expect(prerenderNext).toHaveBeenCalled()
  streams.close('1')
})

test('art that cannot be rendered ahead leaves the process and its other machines alone', () => {
  prerenderNext.mockImplementationOnce(() => {
    throw new Error('no such symbol')
  })
  const streams = createDrawing()
  vi.advanceTimersByTime(600)
  expect(prerenderNext).toHaveBeenCalled()
  const before = draw.mock.calls.length
  vi.advanceTimersByTime(600)
  expect(draw.mock.calls.length).toBeGreaterThan(before)
  streams.close('1')
})

test('a machine that cannot be drawn is reported, also by its first frame', () => {
  draw.mockImplementation(() => {
    throw new Error('no art')
  })
  const streams = createDrawing()
  vi.advanceTimersByTime(0)
  expect(onDrawError).toHaveBeenCalledWith('1', expect.any(Error))
  streams.close('1')
})

test('a machine whose later frame cannot be drawn leaves no timer behind', () => {
  onDrawError.mockImplementation((machineId: string) => streams.close(machineId))
  const streams = createDrawing()
  vi.advanceTimersByTime(0)
  draw.mockImplementation(() => {
    throw new Error('no such symbol')
  })
  vi.advanceTimersByTime(1000)
  expect(onDrawError).toHaveBeenCalledOnce()
  expect(streams.isEmpty()).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})
