import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const node = () => {
  const param = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() }
  const made = { frequency: param, gain: param, start: vi.fn(), stop: vi.fn(), connect: vi.fn() }
  made.connect.mockImplementation((next: unknown) => next)
  return made
}
const sounds: { tones: ReturnType<typeof node>[]; gains: ReturnType<typeof node>[]; made: number } = {
  tones: [],
  gains: [],
  made: 0,
}
class FakeAudio {
  state = 'running'
  currentTime = 0
  destination = {}
  resume = vi.fn()
  constructor() {
    sounds.made++
  }
  createOscillator() {
    const tone = node()
    sounds.tones.push(tone)
    return tone
  }
  createGain() {
    const gain = node()
    sounds.gains.push(gain)
    return gain
  }
}

let activation: { hasBeenActive: boolean }
const added: [string, EventListenerOrEventListenerObject, unknown][] = []

/** Reloads the app's modules, with `settings` as Settings.json. */
async function page(settings: object = {}) {
  vi.resetModules()
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(settings)))
  const { loadSettings } = await import('../settings/settings.ts')
  await loadSettings()
  const { startClickSound } = await import('./click-sound.ts')
  startClickSound()
  return import('./sound.ts')
}
const touch = (element: Element | null, options: PointerEventInit = {}) =>
  element?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, ...options }))
const press = (element: Element | null, options: KeyboardEventInit) =>
  element?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...options }))
const one = (selector: string) => document.querySelector(selector)

beforeEach(() => {
  Object.assign(sounds, { tones: [], gains: [], made: 0 })
  activation = { hasBeenActive: true }
  vi.stubGlobal('AudioContext', FakeAudio)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { userActivation: activation }))
  const add = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((...args: Parameters<typeof add>) => {
    added.push([args[0], args[1], args[2]])
    add(...args)
  })
  document.body.innerHTML =
    '<button id="b"><i>x</i></button><button id="off" disabled>y</button><a id="a" href="/x">l</a><p>t</p>'
  localStorage.clear()
})
afterEach(() => {
  for (const [name, listener] of added.splice(0)) window.removeEventListener(name, listener, true)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('buttons and links click, by touch and by key', async () => {
  await page()
  touch(one('#b i'))
  touch(one('#a'))
  press(one('#b'), { key: 'Enter' })
  press(one('#b'), { key: ' ' })
  expect(sounds.tones).toHaveLength(4)
  expect(sounds.made).toBe(1)
})

test('other elements, disabled buttons, other mouse buttons and keys, and key repeats make no sound', async () => {
  await page()
  touch(one('p'))
  touch(one('#off'))
  touch(one('#b'), { button: 2 })
  press(one('#b'), { key: 'a' })
  press(one('#b'), { key: 'Enter', repeat: true })
  expect(sounds.tones).toHaveLength(0)
})

test('it follows the game volume and the mute switch', async () => {
  const loudness = () => Number(sounds.gains.at(-1)?.gain.setValueAtTime.mock.calls[0]?.[0])
  const sound = await page({ volume: 0.5 })
  touch(one('#b'))
  const half = loudness()
  sound.setVolume(1)
  touch(one('#b'))
  expect(loudness()).toBeCloseTo(half * 2)
  // An earlier gesture, then the pointerdown on the mute switch.
  for (let gesture = 0; gesture < 2; gesture += 1) sound.unlockAudio()
  sound.toggleMute()
  touch(one('#b'))
  sound.setVolume(0)
  touch(one('#b'))
  expect(sounds.tones).toHaveLength(2)
})

test('the volume stored on this device applies', async () => {
  localStorage.setItem('reelcast.volume', '0')
  await page()
  touch(one('#b'))
  expect(sounds.tones).toHaveLength(0)
})

test.each(['/game/7/Nar', '/GAME/7'])(
  'at %s the game has read the volume, and it is not read again',
  async (path) => {
    history.replaceState(null, '', path)
    localStorage.setItem('reelcast.volume', '0')
    await page()
    touch(one('#b'))
    expect(sounds.tones).toHaveLength(1)
    history.replaceState(null, '', '/')
  },
)

test('no audio is created before a gesture', async () => {
  activation.hasBeenActive = false
  await page()
  touch(one('#b'))
  expect(sounds.made).toBe(0)
  activation.hasBeenActive = true
  touch(one('#b'))
  expect(sounds.tones).toHaveLength(1)
})

test('a second start does not double the click', async () => {
  await page()
  const { startClickSound } = await import('./click-sound.ts')
  startClickSound()
  touch(one('#b'))
  expect(sounds.tones).toHaveLength(1)
})
