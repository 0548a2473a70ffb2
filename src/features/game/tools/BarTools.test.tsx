import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadVolume, setVolume, unlockAudio, volume } from '../../../core/audio/sound.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { setLocale } from '../../../i18n/index.ts'
import { settle } from '../../../net/whep.fake.ts'
import { VideoPlayer } from '../picture/VideoPlayer.tsx'
import { fakeGameVisit } from '../play/game-visit.fake.ts'
import { BarTools } from './BarTools.tsx'
import { RotationEffect } from './orientation.ts'

let visit: ReturnType<typeof fakeGameVisit>
const root = document.documentElement
const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) =>
  act(async () => {
    fireEvent.click(button(name))
    await settle()
  })
const player = () => document.querySelector('video')

/** A browser with full screen, whose orientation can be locked or not. */
function standIn(lock: (() => Promise<void>) | undefined): { unlock: ReturnType<typeof vi.fn> } {
  const change = (element: Element | null) => {
    Object.defineProperty(document, 'fullscreenElement', { value: element, configurable: true })
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  change(null)
  Object.defineProperty(document, 'fullscreenEnabled', { value: true, configurable: true })
  root.requestFullscreen = async () => change(root)
  document.exitFullscreen = async () => change(null)
  const unlock = vi.fn()
  vi.stubGlobal('screen', { orientation: { lock, unlock } })
  return { unlock }
}

async function open(): Promise<void> {
  visit = fakeGameVisit()
  await visit.connect()
  render(
    <>
      <VideoPlayer onLeave={() => {}} />
      <BarTools />
      <RotationEffect />
    </>,
  )
}

beforeEach(async () => {
  await setLocale('en')
  HTMLMediaElement.prototype.play = () => Promise.resolve()
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }))
  unlockAudio()
})
afterEach(() => {
  cleanup()
  visit.leavePage()
  localStorage.clear()
  setVolume(1)
  vi.unstubAllGlobals()
  for (const name of ['fullscreenElement', 'fullscreenEnabled']) Reflect.deleteProperty(document, name)
})

test("full screen enters and leaves, also by the browser's own controls", async () => {
  standIn(undefined)
  await open()
  await press('Full screen')
  expect(document.fullscreenElement).toBe(root)
  await press('Exit full screen')
  expect(document.fullscreenElement).toBeNull()
  await press('Full screen')
  await act(() => document.exitFullscreen())
  expect(button('Full screen')).toBeTruthy()
})

test('full screen is not offered without browser support', async () => {
  standIn(undefined)
  Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true })
  await open()
  expect(screen.queryByRole('button', { name: 'Full screen' })).toBeNull()
})

test('rotate locks the screen to landscape where supported', async () => {
  const lock = vi.fn(async () => {})
  const { unlock } = standIn(lock)
  await open()
  await press('Rotate screen')
  expect(lock).toHaveBeenCalledWith('landscape')
  expect([document.fullscreenElement, root.hasAttribute('data-rotated')]).toEqual([root, false])
  await press('Show upright')
  expect(unlock).toHaveBeenCalledOnce()
  expect(button('Rotate screen')).toBeTruthy()
  expect(document.fullscreenElement).toBeNull()
})

test('leaving the game gives the orientation back, and the full screen that began for it', async () => {
  const { unlock } = standIn(async () => {})
  await open()
  await press('Rotate screen')
  cleanup()
  await vi.waitFor(() => expect(document.fullscreenElement).toBeNull())
  expect(unlock).toHaveBeenCalledOnce()
})

test('full screen that the player chose outlives the game', async () => {
  const { unlock } = standIn(async () => {})
  await open()
  await press('Full screen')
  await press('Rotate screen')
  cleanup()
  await vi.waitFor(() => expect(unlock).toHaveBeenCalledOnce())
  await settle()
  expect(document.fullscreenElement).toBe(root)
})

test('full screen that was there before the rotation stays after it', async () => {
  standIn(async () => {})
  await open()
  await press('Full screen')
  await press('Rotate screen')
  await press('Show upright')
  expect(document.fullscreenElement).toBe(root)
})

test.each([
  ['without a lock', undefined],
  ['where the lock is refused', () => Promise.reject(new Error('not here'))],
])('rotate turns the page %s, and back', async (_, lock) => {
  standIn(lock)
  await open()
  await press('Rotate screen')
  expect([document.fullscreenElement, root.hasAttribute('data-rotated')]).toEqual([null, true])
  await press('Show upright')
  expect(root.hasAttribute('data-rotated')).toBe(false)
})

test('a landscape screen is offered no rotation', async () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('coarse') }),
  )
  await open()
  expect(screen.queryByRole('button', { name: 'Rotate screen' })).toBeNull()
})

test("the slider's volume is stored on this device; mute toggles", async () => {
  await open()
  await press('Sound')
  const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Volume' })
  await act(() => void fireEvent.input(slider, { target: { value: '0.35' } }))
  expect([player()?.volume, player()?.muted]).toEqual([0.35, false])
  expect(slider.getAttribute('aria-valuetext')).toBe('35%')
  await press('Mute')
  expect([player()?.muted, slider.value]).toEqual([true, '0'])
  await press('Mute')
  expect([player()?.volume, player()?.muted, slider.value]).toEqual([0.35, false, '0.35'])
  await act(() => void fireEvent.input(slider, { target: { value: '0' } }))
  expect(player()?.muted).toBe(true)
  await press('Mute')
  expect([player()?.volume, player()?.muted]).toEqual([0.5, false])
  loadVolume()
  expect(volume.value).toBe(0.5)
})

test('Escape closes the slider and nothing else, and gives the focus to the button that opens it', async () => {
  await open()
  const isFree = () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  expect(isFree()).toBe(true)
  await press('Sound')
  screen.getByRole('slider', { name: 'Volume' }).focus()
  await act(() => expect(isFree()).toBe(false))
  expect(screen.queryByRole('slider', { name: 'Volume' })).toBeNull()
  expect(document.activeElement).toBe(button('Sound'))
  await press('Sound')
  button('Rotate screen').focus()
  await act(() => expect(isFree()).toBe(false))
  expect(document.activeElement).toBe(button('Rotate screen'))
})

test.each([
  [{ volume: 0.3 }, 0.3, false],
  [{ volume: 0 }, 0, true],
  [{}, 1, false],
])('on a first visit the volume is %j', async (file, loud, isMuted) => {
  await setSettings(file)
  localStorage.clear()
  loadVolume()
  await open()
  expect([player()?.volume, player()?.muted]).toEqual([loud, isMuted])
})
