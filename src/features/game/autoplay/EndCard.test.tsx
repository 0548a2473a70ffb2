import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Code } from '../../../contract/codes.ts'
import type { GameState } from '../../../contract/live.ts'
import { setLocale } from '../../../i18n/index.ts'
import { startCooldown } from '../play/actions.ts'
import { fakeGameVisit, IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import { spinWithFeedback } from '../play/play-with-feedback.ts'
import { autoplayLeft, blockPlay } from '../play/state.ts'
import { startPlayRecord } from '../play-record/record-play.ts'
import { endTour, startTour, tourStep } from '../tour/state.ts'
import { announcement, dueCelebration, endCelebration, showCelebration } from '../wins/state.ts'
import { closeScreen } from '../wins/watch-wins.ts'
import { AutoplaySheet } from './AutoplaySheet.tsx'
import { freeSpinsRun, startAutoplay } from './actions.ts'
import { EndCard } from './EndCard.tsx'
import { setPlan, setRunResult } from './state.ts'

const CAN = { ...INIT_ACK.capabilities, buttons: [...INIT_ACK.capabilities.buttons, 'autoplay'] }
let visit: ReturnType<typeof fakeGameVisit>
let stopRecord = () => {}
let seq = 1
let credit = IDLE.credit

const spinOf = (id: number, win: number) => ({ id: String(id), stake: 500, win, free: false, jackpot: 0 })
/** The machine accepts the sent spin. */
const begin = (id: number) => {
  credit -= 500
  const game: GameState = { ...IDLE, seq: ++seq, phase: 'spinning', credit, spin: spinOf(id, 0) }
  return act(() => visit.lastRequest().ok({ game }))
}
const end = (id: number, win: number) => {
  credit += win
  return act(() => {
    startCooldown(0)
    visit.push.game?.({ ...IDLE, seq: ++seq, credit, win, spin: spinOf(id, win) })
  })
}
const card = () => screen.queryByTestId('autoplay-result')
const figures = () => [...document.querySelectorAll('[data-figure] dd')].map(({ textContent }) => textContent)

beforeEach(async () => {
  await setLocale('en')
  seq = 1
  credit = IDLE.credit
  setPlan({ count: 10, loss: 0, win: 0, bonus: false })
  visit = fakeGameVisit()
  stopRecord = startPlayRecord()
  await visit.connect({ capabilities: CAN })
  render(
    <>
      <AutoplaySheet />
      <EndCard />
    </>,
  )
})
afterEach(() => {
  cleanup()
  stopRecord()
  visit.leavePage()
  startCooldown(0)
  sessionStorage.clear()
})

const openWindow = () => {
  const dialog = document.createElement('div')
  dialog.setAttribute('aria-modal', 'true')
  return dialog
}

test('it shows spins, won and net of the run, once its last spin has ended; the next spin dismisses it', async () => {
  await act(startAutoplay)
  await begin(1)
  await end(1, 300)
  await begin(2)
  await act(() => void spinWithFeedback())
  expect(autoplayLeft.value).toBeUndefined()
  expect(card()).toBeNull()
  await end(2, 900)
  expect(card()?.textContent).toContain('You stopped autoplay')
  expect(figures()).toEqual(['2', '₺12.00', '+₺2.00'])
  await expect
    .poll(() => announcement.value.message)
    .toBe('You stopped autoplay. Spins: 2. Won: ₺12.00. Net: +₺2.00')
  await act(() => void spinWithFeedback())
  expect(card()).toBeNull()
  await begin(3)
  await end(3, 0)
  expect(card()).toBeNull()
})

test('it waits for the end of a celebration, and closes by its button', async () => {
  setPlan({ win: 10 })
  await act(startAutoplay)
  await begin(4)
  await end(4, 5000)
  expect(card()).toBeNull()
  await act(endCelebration)
  expect(card()?.textContent).toContain('you won ₺50.00')
  expect(figures()).toEqual(['1', '₺50.00', '+₺45.00'])
  fireEvent.click(screen.getByRole('button', { name: 'Close summary' }))
  expect(card()).toBeNull()
})

test('it comes after free spins; one of them that the player starts brings the rest', async () => {
  const bonus = (left: number, id: number, free: boolean) =>
    act(() => {
      startCooldown(0)
      visit.push.game?.({ ...IDLE, seq: ++seq, credit, freeSpins: left, spin: { ...spinOf(id, 0), free } })
    })
  setPlan({ bonus: true })
  await act(startAutoplay)
  await begin(1)
  await bonus(3, 1, false)
  await act(() => {
    showCelebration(dueCelebration.peek())
  })
  await act(() => closeScreen(freeSpinsRun))
  await act(() => visit.lastRequest().ok({}))
  await bonus(2, 2, true)
  await act(() => void spinWithFeedback())
  expect(autoplayLeft.value).toBeUndefined()
  await act(() => visit.lastRequest().ok({}))
  await bonus(1, 3, true)
  expect(card()?.textContent).toContain('free spins')
  // A refused one brings nothing.
  await act(() => void spinWithFeedback())
  const { length } = visit.requests
  await act(() => visit.lastRequest().refuse(Code.machineOutOfOrder))
  expect([autoplayLeft.value, visit.requests.length]).toEqual([undefined, length])
  await act(() => void spinWithFeedback())
  const game = { ...IDLE, seq: ++seq, credit, freeSpins: 1, spin: { ...spinOf(4, 0), free: true } }
  await act(() => visit.lastRequest().ok({ game: { ...game, phase: 'spinning' } }))
  expect([autoplayLeft.value, card()]).toEqual([0, null])
})

test('the tour takes its place until it is closed', async () => {
  render(<div data-at="play" />)
  await act(() => setRunResult('10 spins played'))
  expect(card()).not.toBeNull()
  await act(startTour)
  expect([tourStep.value, card()]).toEqual(['play', null])
  await act(endTour)
  expect(card()).not.toBeNull()
})

test('a lost connection is shown at once, and another run begins from nothing', async () => {
  await act(startAutoplay)
  await begin(5)
  await act(() => visit.setChannelState('down'))
  expect(card()?.textContent).toContain('the connection was lost')
  expect(figures()).toEqual(['1', '₺0.00', '-₺5.00'])
})

test.each([
  ['the load window', 'a window was opened', () => document.body.append(openWindow())],
  ['a question of the limits', 'a question needs your answer', () => blockPlay(true)],
])('a run that %s has ended names it', async (_, reason, interrupt) => {
  await act(startAutoplay)
  await begin(6)
  await act(interrupt)
  await end(6, 0)
  expect(card()?.textContent).toContain(reason)
  document.querySelector('[aria-modal]')?.remove()
  blockPlay(false)
})
