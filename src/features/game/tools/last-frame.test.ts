import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Picture, resetVideo, setPicture } from '../video/state.ts'
import { KEEP_INTERVAL_MS, keepLastFrame } from './last-frame.ts'

const track = { readyState: 'live' }
const element = document.createElement('video')
let canvas: HTMLCanvasElement
/** How often a frame was drawn on the canvas. */
const drawn = vi.fn()
let stop = () => {}

const shows = (next: Picture, age?: number) => setPicture(next, age)

beforeEach(() => {
  vi.useFakeTimers()
  drawn.mockClear()
  track.readyState = 'live'
  Object.defineProperties(element, {
    videoWidth: { value: 640, configurable: true },
    srcObject: { value: { getVideoTracks: () => [track] }, configurable: true },
  })
  canvas = document.createElement('canvas')
  vi.spyOn(canvas, 'getContext').mockReturnValue({ drawImage: drawn } as never)
  resetVideo()
  stop = keepLastFrame(element, canvas)
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('a live picture is kept at intervals, and shown only once it is lost', () => {
  shows('live', 0)
  expect([drawn.mock.calls.length, canvas.hidden]).toEqual([1, true])
  vi.advanceTimersByTime(KEEP_INTERVAL_MS)
  expect(drawn).toHaveBeenCalledTimes(2)
  shows('lost', 300)
  // The element still shows the newest frame.
  expect([drawn.mock.calls.length, canvas.hidden]).toEqual([3, false])
  shows('lost', 400)
  vi.advanceTimersByTime(5 * KEEP_INTERVAL_MS)
  expect(drawn).toHaveBeenCalledTimes(3)
  shows('live', 0)
  expect(canvas.hidden).toBe(true)
})

test('a connection that has closed has a black picture, which replaces no frame', () => {
  shows('live', 0)
  track.readyState = 'ended'
  shows('lost', 300)
  expect([drawn.mock.calls.length, canvas.hidden]).toEqual([1, false])
  shows('failed', 9000)
  expect([drawn.mock.calls.length, canvas.hidden]).toEqual([1, false])
})

test('a machine without a frame of its own shows none', () => {
  shows('live', 0)
  shows('opening')
  expect(canvas.hidden).toBe(true)
  shows('failed')
  expect(canvas.hidden).toBe(true)
})
