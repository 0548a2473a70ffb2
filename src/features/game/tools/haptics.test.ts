import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clicksEnabled, toggleFeedback, vibrationEnabled } from '../../../core/audio/feedback-preferences.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { startHaptics, vibrateForWin } from './haptics.ts'

let activation: { hasBeenActive: boolean }
const vibrate = vi.fn()
const reducedMotion = { matches: false }

beforeEach(() => {
  activation = { hasBeenActive: true }
  reducedMotion.matches = false
  vi.stubGlobal('matchMedia', () => reducedMotion)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { userActivation: activation, vibrate }))
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vibrate.mockClear()
})

const touch = (selector: string, pointerType = 'touch') =>
  document
    .querySelector(selector)
    ?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType }))
let stop: () => void

async function start(file: object) {
  await setSettings(file)
  document.body.innerHTML =
    '<main><button id="on"></button><button id="off" disabled></button><p></p></main><button id="out"></button>'
  stop = startHaptics()
}
afterEach(() => {
  stop()
  document.body.replaceChildren()
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
  reducedMotion.matches = true
  touch('#on')
  reducedMotion.matches = false
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

test('a celebration vibrates where taps do, longer for the largest', async () => {
  await start({})
  vibrateForWin('big')
  expect(vibrate).not.toHaveBeenCalled()
  await start({ vibration: true })
  for (const grade of ['big', 'huge'] as const) vibrateForWin(grade)
  const patterns = vibrate.mock.calls.map(([pattern]) => pattern)
  expect(patterns.map((pattern) => pattern.length)).toEqual([3, 5])
  toggleFeedback('vibration')
  vibrateForWin('huge')
  expect(vibrate).toHaveBeenCalledTimes(2)
  toggleFeedback('vibration')
})
