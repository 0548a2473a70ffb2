import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { acquireAudioContext } from './audio-context.ts'
import { ignoresVolume, resetProbe, routeThroughGain } from './gain.ts'
import { hasExternalOutput, setVolume, toggleMute, unlockAudio } from './sound.ts'

const made: FakeAudio[] = []
class FakeAudio {
  state = 'suspended'
  currentTime = 0
  destination = { name: 'speakers' }
  gain = { gain: { setTargetAtTime: vi.fn() }, connect: vi.fn(), disconnect: vi.fn(), context: this }
  source = { connect: vi.fn(() => this.gain), disconnect: vi.fn() }
  constructor() {
    made.push(this)
  }
  become(state: string) {
    this.state = state
    return Promise.resolve()
  }
  resume = vi.fn(() => this.become('running'))
  suspend = vi.fn(() => this.become('suspended'))
  close = vi.fn(() => this.become('closed'))
  createMediaStreamSource = vi.fn(() => this.source)
  createGain = vi.fn(() => this.gain)
}
class FakeStream {
  tracks = 1
  getAudioTracks = () => Array.from({ length: this.tracks })
}

let activation: { hasBeenActive: boolean }
let hidden: boolean

const playing = signal(false)
const isPlaying = () => playing.value

beforeEach(() => {
  made.length = 0
  activation = { hasBeenActive: true }
  hidden = false
  playing.value = false
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal('MediaStream', FakeStream)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { userActivation: activation }))
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe("the page's audio context", () => {
  test('is shared by all users, created after a gesture, and closed with the last one', () => {
    const one = acquireAudioContext()
    const two = acquireAudioContext()
    activation.hasBeenActive = false
    expect(one.context()).toBeUndefined()
    expect(made).toHaveLength(0)
    activation.hasBeenActive = true
    expect(one.context()).toBe(two.context())
    expect(made).toHaveLength(1)
    one.release()
    one.release()
    expect(one.context()).toBeUndefined()
    expect(made[0]?.close).not.toHaveBeenCalled()
    two.release()
    expect(made[0]?.close).toHaveBeenCalledTimes(1)
    const three = acquireAudioContext()
    expect(three.context()).toBe(made[1])
    three.release()
  })

  test('is suspended with the page, and resumed by it and by a gesture', () => {
    const held = acquireAudioContext()
    held.context()
    const [audio] = made
    hidden = true
    document.dispatchEvent(new Event('visibilitychange'))
    expect(audio?.state).toBe('suspended')
    hidden = false
    document.dispatchEvent(new Event('visibilitychange'))
    expect(audio?.state).toBe('running')
    // A phone call.
    audio?.become('interrupted')
    window.dispatchEvent(new PointerEvent('pointerdown'))
    expect(audio?.state).toBe('running')
    held.release()
    window.dispatchEvent(new PointerEvent('pointerdown'))
    expect(audio?.state).toBe('closed')
  })
})

describe('a context that a phone call has ended', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
  const press = () => window.dispatchEvent(new PointerEvent('pointerdown'))

  test('is replaced by a gesture once another one has not resumed it', () => {
    const held = acquireAudioContext()
    held.context()
    const [old] = made
    old?.become('interrupted')
    old?.resume.mockReturnValue(new Promise(() => {}))
    press()
    // A double tap leaves it time.
    vi.advanceTimersByTime(900)
    press()
    expect(made).toHaveLength(1)
    vi.advanceTimersByTime(200)
    press()
    expect(old?.close).toHaveBeenCalledTimes(1)
    expect(held.context()).toBe(made[1])
    expect(made[1]?.state).toBe('running')
    held.release()
  })

  test('is not replaced while it runs or while the page is hidden', () => {
    const held = acquireAudioContext()
    held.context()
    for (const isHidden of [false, true]) {
      hidden = isHidden
      for (let presses = 0; presses < 3; presses++) {
        press()
        vi.advanceTimersByTime(2000)
      }
    }
    expect(made).toHaveLength(1)
    held.release()
  })
})

describe("where the browser ignores the element's volume", () => {
  const iPhone = () =>
    Object.defineProperty(document.createElement('video'), 'volume', { get: () => 1, set() {} })
  const stream = new FakeStream()
  const video = { srcObject: stream } as unknown as HTMLVideoElement
  const level = () => made[0]?.gain.gain.setTargetAtTime.mock.calls.at(-1)?.[0]

  beforeEach(() => {
    resetProbe()
    unlockAudio()
    setVolume(0.5)
    video.srcObject = stream as unknown as MediaStream
  })

  test('the support is tested once', () => {
    const make = vi.fn(iPhone)
    expect(ignoresVolume(make)).toBe(true)
    expect(ignoresVolume(make)).toBe(true)
    expect(make).toHaveBeenCalledTimes(1)
    resetProbe()
    expect(ignoresVolume()).toBe(false)
  })

  test('with support nothing changes', () => {
    const stop = routeThroughGain(() => video, isPlaying)
    playing.value = true
    expect(made).toHaveLength(0)
    expect(hasExternalOutput.value).toBe(false)
    stop()
  })

  test('the sound is routed through a gain node, the element is muted, and all of it is released', () => {
    ignoresVolume(iPhone)
    const stop = routeThroughGain(() => video, isPlaying)
    expect(hasExternalOutput.value).toBe(false)
    playing.value = true
    expect(hasExternalOutput.value).toBe(true)
    expect(level()).toBe(0.5)
    setVolume(0.2)
    expect(level()).toBe(0.2)
    toggleMute()
    expect(level()).toBe(0)
    toggleMute()
    expect(level()).toBe(0.2)
    expect(made[0]?.createMediaStreamSource).toHaveBeenCalledTimes(1)
    // The video was reopened.
    playing.value = false
    video.srcObject = new FakeStream() as unknown as MediaStream
    playing.value = true
    expect(made[0]?.source.disconnect).toHaveBeenCalledTimes(1)
    expect(made[0]?.createMediaStreamSource).toHaveBeenCalledTimes(2)
    stop()
    expect(hasExternalOutput.value).toBe(false)
    expect(made[0]?.close).toHaveBeenCalledTimes(1)
    setVolume(1)
    expect(level()).toBe(0.2)
  })

  test('the sound moves to a new context', () => {
    ignoresVolume(iPhone)
    const stop = routeThroughGain(() => video, isPlaying)
    playing.value = true
    // A call has closed it.
    void made[0]?.become('closed')
    window.dispatchEvent(new PointerEvent('pointerdown'))
    expect(made[0]?.source.disconnect).toHaveBeenCalledTimes(1)
    expect(made[1]?.createMediaStreamSource).toHaveBeenCalledWith(stream)
    expect(made[1]?.gain.gain.setTargetAtTime).toHaveBeenCalledWith(0.5, 0, 0.015)
    expect(hasExternalOutput.value).toBe(true)
    stop()
  })

  test("an iPhone's silent switch does not mute it, and other apps' sound plays on while it is mute", () => {
    const audioSession = { type: 'auto' }
    Object.assign(navigator, { audioSession })
    ignoresVolume(iPhone)
    const stop = routeThroughGain(() => video, isPlaying)
    expect(audioSession.type).toBe('auto')
    playing.value = true
    expect(audioSession.type).toBe('playback')
    toggleMute()
    expect(audioSession.type).toBe('auto')
    toggleMute()
    expect(audioSession.type).toBe('playback')
    stop()
    expect(audioSession.type).toBe('auto')
  })

  test('a video without audio is left unchanged', () => {
    ignoresVolume(iPhone)
    const mute = new FakeStream()
    mute.tracks = 0
    video.srcObject = mute as unknown as MediaStream
    const stop = routeThroughGain(() => video, isPlaying)
    playing.value = true
    expect(made).toHaveLength(0)
    expect(hasExternalOutput.value).toBe(false)
    stop()
  })
})

test.each([
  ['a press and its click', ['press', 'toggle']],
  ['a key that is handled before the gesture is seen', ['toggle', 'press']],
])('%s turn the sound on and do not mute it; the next ones do', async (_, steps) => {
  vi.resetModules()
  const sound = await import('./sound.ts')
  const gesture = () => {
    for (const step of steps) step === 'press' ? sound.unlockAudio() : sound.toggleMute()
  }
  const state = () => [sound.audioUnlocked.value, sound.muted.value]
  expect(state()).toEqual([false, false])
  gesture()
  expect(state()).toEqual([true, false])
  gesture()
  expect(state()).toEqual([true, true])
  gesture()
  expect(state()).toEqual([true, false])
})
