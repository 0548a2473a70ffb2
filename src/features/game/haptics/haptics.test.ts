import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GameState } from '../../../contract/live.ts'
import { acquireAudioContext } from '../../../core/audio/audio-context.ts'
import { clicksEnabled, toggleFeedback, vibrationEnabled } from '../../../core/audio/feedback-preferences.ts'
import { ignoresVolume, resetProbe, routeThroughGain } from '../../../core/audio/gain.ts'
import { hasExternalOutput, setVolume, toggleMute, unlockAudio } from '../../../core/audio/sound.ts'
import { loadSettings } from '../../../core/settings/settings.ts'
import { applyGame, picture, resetGame, setPicture } from '../state.ts'
import { startHaptics } from './haptics.ts'

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
const vibrate = vi.fn()
const calm = { matches: false }

const isLive = () => picture.value === 'live'

beforeEach(() => {
  made.length = 0
  activation = { hasBeenActive: true }
  hidden = false
  calm.matches = false
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal('MediaStream', FakeStream)
  vi.stubGlobal('matchMedia', () => calm)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { userActivation: activation, vibrate }))
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden)
  localStorage.clear()
})
afterEach(() => {
  resetGame()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vibrate.mockClear()
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
    // A call came in.
    audio?.become('interrupted')
    window.dispatchEvent(new PointerEvent('pointerdown'))
    expect(audio?.state).toBe('running')
    held.release()
    window.dispatchEvent(new PointerEvent('pointerdown'))
    expect(audio?.state).toBe('closed')
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
    const stop = routeThroughGain(() => video, isLive)
    setPicture('live', 0)
    expect(made).toHaveLength(0)
    expect(hasExternalOutput.value).toBe(false)
    stop()
  })

  test('the sound is routed through a gain node, the element is muted, and all of it is released', () => {
    ignoresVolume(iPhone)
    const stop = routeThroughGain(() => video, isLive)
    expect(hasExternalOutput.value).toBe(false)
    setPicture('live', 0)
    expect(hasExternalOutput.value).toBe(true)
    expect(level()).toBe(0.5)
    setVolume(0.2)
    expect(level()).toBe(0.2)
    toggleMute()
    expect(level()).toBe(0)
    toggleMute()
    expect(level()).toBe(0.2)
    expect(made[0]?.createMediaStreamSource).toHaveBeenCalledTimes(1)
    // The picture was opened anew.
    setPicture('lost', 2000)
    video.srcObject = new FakeStream() as unknown as MediaStream
    setPicture('live', 0)
    expect(made[0]?.source.disconnect).toHaveBeenCalledTimes(1)
    expect(made[0]?.createMediaStreamSource).toHaveBeenCalledTimes(2)
    stop()
    expect(hasExternalOutput.value).toBe(false)
    expect(made[0]?.close).toHaveBeenCalledTimes(1)
    setVolume(1)
    expect(level()).toBe(0.2)
  })

  test('a video without audio is left unchanged', () => {
    ignoresVolume(iPhone)
    const mute = new FakeStream()
    mute.tracks = 0
    video.srcObject = mute as unknown as MediaStream
    const stop = routeThroughGain(() => video, isLive)
    setPicture('live', 0)
    expect(made).toHaveLength(0)
    expect(hasExternalOutput.value).toBe(false)
    stop()
  })
})

describe('vibration', () => {
  const state = (id: string, win: number, phase: GameState['phase'] = 'idle'): GameState => ({
    ...{ seq: Number(id) * 2 + (phase === 'idle' ? 1 : 0), phase, credit: 0, stake: 100, win },
    ...{ freeSpins: 0, bonusWin: 0, spin: { id, stake: 100, win, free: false, jackpot: 0 } },
  })
  const touch = (selector: string, pointerType = 'touch') =>
    document
      .querySelector(selector)
      ?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType }))
  let stop: () => void

  async function start(file: object) {
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify(file)))
    await loadSettings()
    document.body.innerHTML =
      '<main><button id="on"></button><button id="off" disabled></button><p></p></main><button id="out"></button>'
    stop = startHaptics()
  }
  afterEach(() => {
    stop()
    document.body.replaceChildren()
  })

  test('only where the operator allows it', async () => {
    await start({})
    touch('#on')
    expect(vibrate).not.toHaveBeenCalled()
  })

  test('controls of the game vibrate on a touch, and nothing else does', async () => {
    await start({ vibration: true })
    touch('#on')
    expect(vibrate.mock.calls).toEqual([[10]])
    for (const no of ['#off', 'p', '#out']) touch(no)
    touch('#on', 'mouse')
    expect(vibrate).toHaveBeenCalledTimes(1)
  })

  test('never before a gesture, with reduced motion, or switched off, which is stored', async () => {
    await start({ vibration: true })
    activation.hasBeenActive = false
    touch('#on')
    activation.hasBeenActive = true
    calm.matches = true
    touch('#on')
    calm.matches = false
    toggleFeedback('vibration')
    expect(vibrationEnabled()).toBe(false)
    touch('#on')
    expect(vibrate).not.toHaveBeenCalled()
    expect(localStorage.getItem('reelcast.feel')).toBe('v')
    toggleFeedback('clicks')
    expect(clicksEnabled()).toBe(false)
    toggleFeedback('vibration')
    toggleFeedback('clicks')
    touch('#on')
    expect(vibrate).toHaveBeenCalledTimes(1)
    expect(localStorage.getItem('reelcast.feel')).toBeNull()
  })

  test('a big win vibrates once, after the reels stop; an earlier one does not', async () => {
    applyGame(state('1', 9000))
    await start({ vibration: true })
    applyGame(state('2', 0, 'spinning'))
    applyGame(state('2', 900))
    expect(vibrate).not.toHaveBeenCalled()
    applyGame(state('3', 0, 'spinning'))
    expect(vibrate).not.toHaveBeenCalled()
    applyGame(state('3', 1000))
    applyGame({ ...state('3', 1000), seq: 99 })
    expect(vibrate).toHaveBeenCalledTimes(1)
    expect(vibrate.mock.calls[0]?.[0]).toHaveLength(5)
  })
})
