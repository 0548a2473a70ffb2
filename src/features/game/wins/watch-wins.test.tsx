import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { GameState } from '../../../contract/live.ts'
import { loadCodeTexts, setLocale } from '../../../i18n/index.ts'
import { freeSpinsRun, stopAutoplay } from '../autoplay/actions.ts'
import { dismissResult, setRunResult } from '../autoplay/state.ts'
import { IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import {
  applyGame,
  applyInit,
  autoplayLeft,
  blockPlay,
  resetGame,
  setAutoplay,
  setLinkUp,
  setPending,
} from '../play/state.ts'
import { setPicture } from '../video/state.ts'
import { isCelebrating } from './state.ts'
import { WinBanner, WinLayer } from './WinLayer.tsx'
import { ARM_MS } from './WinScreen.tsx'
import { AUTOPLAY_CLOSE_MS, BANNER_MS, MAX_WAIT_MS } from './watch-wins.ts'

let seq = 1
/** The machine's state when a spin of stake 100 starts, or has ended with this win. */
const spins = (id: string, over: Partial<GameState> = {}) =>
  act(() =>
    applyGame({
      ...{ ...IDLE, seq: ++seq, phase: 'spinning', stake: 100 },
      spin: { id, stake: 100, win: 0, free: false, jackpot: 0 },
      ...over,
    }),
  )
const ends = (id: string, win: number, jackpot = 0) =>
  spins(id, { phase: 'idle', win, spin: { id, stake: 100, win, free: false, jackpot } })
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
/** A spin has ended with this win, and its picture has shown the end. */
function won(id: string, amount: number, jackpot = 0): void {
  spins(id)
  ends(id, amount, jackpot)
  pass(400)
}
const banner = () => screen.queryByTestId('win-banner')
const whole = () => screen.queryByTestId('win-screen')

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  await setLocale('en')
  await loadCodeTexts()
  applyInit({ ...INIT_ACK, game: { ...IDLE, seq: ++seq } })
  setPicture('live', 0)
  render(
    <>
      <WinBanner />
      <WinLayer freeSpinsRun={freeSpinsRun} />
    </>,
  )
})
afterEach(() => {
  cleanup()
  blockPlay(false)
  stopAutoplay()
  resetGame()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a win from before the page is not celebrated, when its state is known at the start or later', () => {
  const spin = { id: '9', stake: 100, win: 1000, free: false, jackpot: 0 }
  const before = { ...IDLE, seq: ++seq, stake: 100, win: 1000, spin }
  for (const isKnown of [true, false]) {
    cleanup()
    resetGame()
    if (isKnown) applyInit({ ...INIT_ACK, game: before })
    render(<WinBanner />)
    render(<WinLayer freeSpinsRun={freeSpinsRun} />)
    act(() => {
      applyInit({ ...INIT_ACK, game: before })
      setPicture('live', 0)
    })
    pass(400)
    expect([banner(), isCelebrating.value]).toEqual([null, false])
  }
  won('10', 1000)
  expect(banner()).not.toBeNull()
})

test('ten stakes have a banner for its time', () => {
  spins('1')
  ends('1', 1000)
  expect(isCelebrating.value).toBe(true)
  pass(400)
  expect(banner()?.textContent).toContain('₺10.00')
  expect(banner()?.textContent).toContain('10 times')
  pass(BANNER_MS)
  expect([banner(), isCelebrating.value]).toEqual([null, false])
})

test('it waits until the picture has shown the end of the spin, and gives up on one that does not', () => {
  setPicture('live', 900)
  spins('1')
  ends('1', 1000)
  pass(900)
  expect(banner()).toBeNull()
  pass(400)
  expect(banner()).not.toBeNull()
  spins('2')
  ends('2', 1000)
  act(() => setPicture('lost', 3000))
  pass(MAX_WAIT_MS)
  expect([banner(), isCelebrating.value]).toEqual([null, true])
  pass(200)
  expect([banner(), isCelebrating.value]).toEqual([null, false])
})

test('the next spin ends it from its tap on, for good', () => {
  won('1', 1000)
  act(() => setPending('spin'))
  expect(banner()).toBeNull()
  // A refused one does not bring it back.
  act(() => setPending(undefined))
  pass(400)
  expect(banner()).toBeNull()
})

test('fifty stakes and a jackpot take the screen until a tap, but none that was meant for the controls', () => {
  won('1', 5000)
  expect(whole()?.textContent).toContain('Huge win')
  fireEvent.click(whole() as HTMLElement)
  expect(whole()).not.toBeNull()
  pass(60_000)
  expect(whole()).not.toBeNull()
  fireEvent.click(whole() as HTMLElement)
  expect([whole(), isCelebrating.value]).toEqual([null, false])
  won('2', 70, 60)
  expect(whole()?.dataset.kind).toBe('jackpot')
  for (const text of ['Jackpot', 'Kervan 07', '₺0.70', '₺0.60 of it from the jackpot'])
    expect(whole()?.textContent).toContain(text)
})

test('any key closes it, and reaches nothing else', () => {
  const heard = vi.fn()
  document.body.addEventListener('keydown', heard)
  won('1', 5000)
  fireEvent.keyDown(document.body, { key: ' ' })
  expect(whole()).not.toBeNull()
  pass(ARM_MS)
  fireEvent.keyDown(document.body, { key: 'Shift' })
  expect(whole()).not.toBeNull()
  expect(fireEvent.keyDown(document.body, { key: ' ' })).toBe(false)
  expect(whole()).toBeNull()
  expect(heard).toHaveBeenCalledTimes(1)
  document.body.removeEventListener('keydown', heard)
})

test('its button closes it, has the focus, and gives it back; the game below takes none', () => {
  const main = document.body.appendChild(document.createElement('main'))
  const before = main.appendChild(document.createElement('button'))
  before.focus()
  won('1', 5000)
  const button = screen.getByRole('button', { name: 'Continue' })
  expect([document.activeElement === button, main.inert]).toEqual([true, true])
  pass(ARM_MS)
  fireEvent.click(button)
  expect([whole(), document.activeElement === before, main.inert]).toEqual([null, true, false])
  main.remove()
})

test('during autoplay the screen can stop the run, by touch and by a key', () => {
  for (const id of ['1', '2']) {
    act(() => setAutoplay(5))
    won(id, 5000)
    const stop = screen.getByRole('button', { name: 'Stop autoplay' })
    // The browser makes a press of a key that the screen leaves alone.
    expect(fireEvent.keyDown(stop, { key: 'Enter' })).toBe(true)
    fireEvent.click(stop)
    expect([whole(), autoplayLeft.value]).toEqual([null, undefined])
  }
})

test('during autoplay the screen closes by itself', () => {
  act(() => setAutoplay(5))
  won('1', 5000)
  expect(whole()?.textContent).toContain('Autoplay continues')
  pass(AUTOPLAY_CLOSE_MS)
  expect([whole(), isCelebrating.value]).toEqual([null, false])
})

test('a screen on a hidden page is shown again', () => {
  act(() => setAutoplay(5))
  won('1', 5000)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  pass(AUTOPLAY_CLOSE_MS + MAX_WAIT_MS)
  expect([whole(), isCelebrating.value]).toEqual([null, true])
  hidden.mockRestore()
  pass(400)
  expect(whole()).not.toBeNull()
})

describe('free spins that were won', () => {
  const win = () => {
    act(() => setLinkUp())
    spins('1')
    spins('1', {
      ...{ phase: 'idle', freeSpins: 25, win: 200 },
      spin: { id: '1', stake: 100, win: 200, free: false, jackpot: 0 },
    })
    pass(400)
  }

  test('are named, and start by themselves', () => {
    win()
    for (const text of ['You won free spins', '25', 'Each at a stake of ₺1.00', 'You won ₺2.00'])
      expect(whole()?.textContent).toContain(text)
    expect(autoplayLeft.value).toBeUndefined()
    // The screen shows no motion.
    pass(2500)
    expect([whole(), autoplayLeft.value]).toEqual([null, 0])
  })

  test('wait under a question to the player, and start after it', () => {
    win()
    act(() => blockPlay(true))
    pass(5000)
    expect([whole(), autoplayLeft.value]).toEqual([null, undefined])
    act(() => blockPlay(false))
    pass(400)
    expect(whole()?.textContent).toContain('25')
    pass(2500)
    expect(autoplayLeft.value).toBe(0)
  })

  test('wait for the player whose autoplay has stopped at them', () => {
    setRunResult('Autoplay stopped')
    win()
    pass(60_000)
    expect(whole()).not.toBeNull()
    act(dismissResult)
  })
})

test('the total of free spins stays until a tap, and one of at most the stake is no win', () => {
  spins('0')
  spins('1', { freeSpins: 1, spin: { id: '1', stake: 100, win: 0, free: true, jackpot: 0 } })
  spins('1', {
    ...{ phase: 'idle', win: 20, bonusWin: 80 },
    spin: { id: '1', stake: 100, win: 20, free: true, jackpot: 0 },
  })
  pass(60_000)
  expect(whole()?.textContent).toContain('Free spins total₺0.80')
  expect(whole()?.textContent).toContain('1 free spin')
  expect(whole()?.dataset.joyful).toBeUndefined()
})

test('a question to the player comes first: a screen waits for its end, a banner does not', () => {
  act(() => blockPlay(true))
  for (const [id, amount] of [
    ['1', 1000],
    ['2', 5000],
  ] as const) {
    spins(id)
    ends(id, amount)
    pass(MAX_WAIT_MS + 400)
    expect([banner(), whole(), isCelebrating.value]).toEqual([null, null, amount === 5000])
  }
  act(() => blockPlay(false))
  pass(400)
  expect(whole()?.textContent).toContain('₺50.00')
})

describe('later states of the same spin', () => {
  test('show neither the banner nor the screen again, and do not hide them', () => {
    won('1', 1000)
    // Such as the one after a cash-out.
    ends('1', 1000)
    expect(banner()).not.toBeNull()
    pass(BANNER_MS - 500)
    ends('1', 1000)
    pass(500)
    expect([banner(), isCelebrating.value]).toEqual([null, false])
    won('2', 5000)
    const shown = whole()
    ends('2', 5000)
    expect([shown !== null, whole() === shown]).toEqual([true, true])
  })

  test('do not delay what waits for the picture', () => {
    spins('1')
    ends('1', 1000)
    pass(200)
    ends('1', 1000)
    pass(200)
    expect(banner()).not.toBeNull()
  })

  test('with another amount change what is shown, without a gap', () => {
    won('1', 5000)
    ends('1', 5060, 60)
    expect(whole()?.textContent).toContain('Huge win')
    pass(400)
    expect(whole()?.dataset.kind).toBe('jackpot')
    // A tap that was meant for the first screen.
    act(() => whole()?.click())
    expect(whole()?.dataset.kind).toBe('jackpot')
    pass(2000)
    expect(whole()?.textContent).toContain('₺50.60')
    spins('2')
    expect(whole()).toBeNull()
  })
})
