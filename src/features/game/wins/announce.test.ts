import { effect } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GameState, SpinWin } from '../../../contract/live.ts'
import { lossesSpoken, toggleFeedback } from '../../../core/audio/feedback-preferences.ts'
import { setLocale } from '../../../i18n/index.ts'
import { clearToasts, toasts } from '../../../ui/toast.ts'
import { IDLE } from '../play/game-visit.fake.ts'
import { applyGame, resetGame, setAutoplay } from '../play/state.ts'
import { MAX_SCREEN_WAIT_MS, MIN_GAP_MS, startAnnouncing } from './announce.ts'
import { announce, endCelebration, showCelebration } from './state.ts'

/** Longer than a message waits. */
const SPIN_MS = 2500
const NUTS: SpinWin = { symbol: { tr: 'Nar', en: 'Pomegranate', ar: 'الرمّانة' }, count: 3, amount: 400 }

let said: string[] = []
let stops: (() => void)[] = []
let seq = 0
let spins = 0
let credit = 0

const show = (over: Partial<GameState>) => applyGame({ ...IDLE, seq: ++seq, stake: 100, credit, ...over })
const wait = (ms: number) => vi.advanceTimersByTime(ms)

interface Played {
  win?: number
  free?: boolean
  /** Free spins that are left after it. */
  left?: number
  bonusWin?: number
  jackpot?: number
  wins?: SpinWin[]
}
/** The machine plays a spin. Each outcome has its own credit. */
function play({ win = 0, free = false, left = 0, bonusWin = 0, jackpot = 0, wins }: Played = {}) {
  const spin = { id: `${++spins}`, stake: 100, win: 0, free, jackpot: 0 }
  show({ phase: 'spinning', freeSpins: free ? Math.max(0, left) : 0, spin })
  wait(SPIN_MS)
  credit += 100
  show({ win, freeSpins: left, bonusWin, spin: { ...spin, win, jackpot, wins } })
  wait(MAX_SCREEN_WAIT_MS)
  endCelebration()
}

beforeEach(async () => {
  vi.useFakeTimers()
  await setLocale('en')
  said = []
  credit = 0
  const seen = new Set<string>()
  stops = [
    startAnnouncing(),
    effect(() => {
      for (const { id, message, unseen } of toasts.value) {
        if (!seen.has(id)) said.push(message)
        seen.add(id)
        expect(unseen).toBe(true)
      }
    }),
  ]
})
afterEach(() => {
  for (const stop of stops) stop()
  clearToasts()
  resetGame()
  if (!lossesSpoken()) toggleFeedback('losses')
  vi.useRealTimers()
})

test('200 spins with wins, free spins and screens: each outcome is said once, in order, and none is lost', () => {
  show({})
  const expected: string[] = []
  const next = (outcome: string, played: Played) => {
    expected.push(`${outcome}. Machine credit ₺${credit / 100 + 1}.00`)
    play(played)
    // A later state of the same spin, as after a load.
    show({ win: played.win ?? 0, freeSpins: played.left ?? 0, spin: { ...SPIN, ...played, id: `${spins}` } })
  }
  const SPIN = { stake: 100, win: 0, free: false, jackpot: 0 }
  for (let at = 0; at < 20; at++) {
    next('No win', {})
    next('Returned ₺0.50', { win: 50 })
    next('You won ₺5.00', { win: 500 })
    next('You won ₺60.00', { win: 6000 })
    next('You won 3 free spins. Each at a stake of ₺1.00, at no cost', { left: 3 })
    expected.push('The free spins have begun')
    next('No win. 2 free spins left', { free: true, left: 2 })
    next('You won ₺0.20. 1 free spin left', { free: true, left: 1, win: 20, bonusWin: 20 })
    next('No win. The free spins are over, total win ₺0.20', { free: true, bonusWin: 20 })
    next('You won ₺7.00. ₺6.00 of it from the jackpot', { win: 700, jackpot: 600 })
    next('No win', {})
  }
  expect(spins).toBe(200)
  expect(said).toEqual(expected)
})

test('a spin that ended while the words were loading is said, one from before the page is not', () => {
  for (const stop of stops) stop()
  const spin = { id: 'late', stake: 100, win: 0, free: false, jackpot: 0 }
  show({})
  show({ phase: 'spinning', spin })
  show({ win: 500, spin: { ...spin, win: 500 } })
  const toastsBefore = toasts.value.length
  stops = [startAnnouncing()]
  expect(toasts.value.slice(toastsBefore).map(({ message }) => message)).toEqual([
    'You won ₺5.00. Machine credit ₺0.00',
  ])
})

test('a spin from before the page is not said; one that ends on it is', () => {
  show({ spin: { id: 'old', stake: 100, win: 500, free: false, jackpot: 0 }, win: 500 })
  wait(SPIN_MS)
  expect(said).toEqual([])
  resetGame()
  show({ phase: 'spinning' })
  show({ win: 500 })
  expect(said).toEqual(['You won ₺5.00. Machine credit ₺0.00'])
})

test.each([
  ['tr', '3 Nar: ₺4,00. 2. çizgide 3 Nar: ₺4,00'],
  ['en', 'Pomegranate 3 times: ₺4.00. Pomegranate 3 times on line 2: ₺4.00'],
  ['ar', 'الرمّانة 3 مرات: ‏4.00 ₺. الرمّانة 3 مرات على الخط 2: ‏4.00 ₺'],
] as const)('%s names the symbols of each combination', async (locale, words) => {
  await setLocale(locale)
  show({})
  play({ win: 800, wins: [NUTS, { ...NUTS, line: 2 }] })
  expect(said.join().replaceAll('\u00a0', ' ')).toContain(words)
})

test('free spins that are won during free spins are named', () => {
  show({})
  play({ left: 2 })
  play({ free: true, left: 1 })
  const spin = { id: 'more', stake: 100, win: 0, free: true, jackpot: 0 }
  show({ phase: 'spinning', freeSpins: 0, spin })
  show({ freeSpins: 5, spin })
  wait(MIN_GAP_MS)
  expect(said.at(-1)).toContain('You won 5 free spins')
})

test('autoplay, and a player who chose wins only, leave out spins without a win', () => {
  show({})
  setAutoplay(5)
  play()
  play({ win: 500 })
  setAutoplay(undefined)
  toggleFeedback('losses')
  play()
  play({ win: 50 })
  expect(said.map((text) => text.split('.')[0])).toEqual(['You won ₺5', 'Returned ₺0'])
})

test('one message a second; the newest replaces one that waits', () => {
  for (const message of ['a', 'b', 'c']) announce(message)
  expect(said).toEqual(['a'])
  wait(MIN_GAP_MS - 1)
  expect(said).toEqual(['a'])
  wait(1)
  expect(said).toEqual(['a', 'c'])
})

test('a message waits for the screen of its win, which moves the focus', () => {
  show({})
  const spin = { id: 'huge', stake: 100, win: 0, free: false, jackpot: 0 }
  show({ phase: 'spinning', spin })
  show({ win: 6000, spin: { ...spin, win: 6000 } })
  wait(500)
  expect(said).toEqual([])
  showCelebration({
    ...{ spinId: 'huge', grade: 'huge', kind: 'win', amount: 6000, jackpot: 0, stakes: 60, freeSpins: 0 },
  })
  expect(said).toHaveLength(1)
  showCelebration(undefined)
})
