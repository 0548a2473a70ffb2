import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import texts from '../../../../locales/tr.json'
import { setSignedOut } from '../../../core/session/state.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { setLocale } from '../../../i18n/index.ts'
import { toasts } from '../../../ui/toast.ts'
import { startCooldown } from '../play/actions.ts'
import { fakeGameVisit, IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import { spinWithFeedback } from '../play/play-with-feedback.ts'
import { autoplayLeft, blockPlay } from '../play/state.ts'
import { AutoplayButton } from './AutoplayButton.tsx'
import { AutoplaySheet } from './AutoplaySheet.tsx'
import { toggleAutoplay } from './actions.ts'
import { plan, runResult, setPlan } from './state.ts'

const CAN = { ...INIT_ACK.capabilities, buttons: [...INIT_ACK.capabilities.buttons, 'autoplay'] }
let visit: ReturnType<typeof fakeGameVisit>

async function sit(capabilities = CAN): Promise<void> {
  visit = fakeGameVisit()
  await visit.connect({ capabilities })
  render(
    <>
      <AutoplayButton />
      <AutoplaySheet />
    </>,
  )
}
const button = () => screen.queryByTestId('autoplay')
const spins = () => visit.requests.filter(({ name }) => name === 'spin')
const labels = (name: string) =>
  [...document.querySelectorAll(`[data-choice=autoplay-${name}] span`)].map(({ textContent }) => textContent)

beforeEach(async () => {
  await setSettings()
  setPlan({ count: 10, loss: 25, win: 0, bonus: false })
})
afterEach(() => {
  cleanup()
  visit.leavePage()
  blockPlay(false)
  startCooldown(0)
})

test("without the machine's announcement, or forbidden by the operator, there is no autoplay", async () => {
  await sit(INIT_ACK.capabilities)
  expect(button()).toBeNull()
  cleanup()
  await sit()
  expect(button()).toBeTruthy()
  for (const change of [{ autoplay: false }, { jurisdiction: 'GB' as const }]) {
    await act(() => setSettings(change))
    expect(button()).toBeNull()
    toggleAutoplay()
    expect(screen.queryByRole('dialog')).toBeNull()
  }
})

test('the sheet offers numbers of spins and limits; a jurisdiction may forbid an unlimited run', async () => {
  await sit()
  await act(() => void fireEvent.click(button() as HTMLElement))
  expect(labels('count')).toEqual(['10', '25', '50', '100', '∞'])
  expect(labels('loss')).toEqual(['₺50', '₺125', '₺250', 'Sınır yok'])
  expect(labels('win')).toEqual(['₺50', '₺250', '₺500', 'Sınır yok'])
  await act(() => setPlan({ count: Number.POSITIVE_INFINITY }))
  await act(() => setSettings({ jurisdiction: 'MT' }))
  expect(labels('count')).toEqual(['10', '25', '50', '100'])
  await act(() => void fireEvent.click(screen.getByRole('button', { name: '10 kez çevir' })))
  expect(autoplayLeft.value).toBe(9)
})

test('it shows what the spins stake in all, and how many of them the credit covers', async () => {
  await setLocale('en')
  await sit()
  await act(() => void fireEvent.click(button() as HTMLElement))
  const shown = () => screen.getByTestId('autoplay-total').closest('[aria-live]')?.textContent
  expect(shown()).toBe('Total stake 10 × ₺5.00 = ₺50.00Your credit covers 20 spins')
  await act(() => setPlan({ count: 50 }))
  expect(shown()).toBe('Total stake 50 × ₺5.00 = ₺250.00Your credit covers 20 spins')
  await act(() => setPlan({ count: Number.POSITIVE_INFINITY }))
  expect(shown()).toBe('Total stake Grows until you stopYour credit covers 20 spins')
  await act(() => visit.push.game?.({ ...IDLE, seq: 2, freeSpins: 22 }))
  expect(shown()).toContain('22 free spins come first, at no cost')
  await setLocale('tr')
})

test('it opens, closes at the start, plays, and a tap on spin stops it', async () => {
  await sit()
  await act(() => void fireEvent.click(button() as HTMLElement))
  await act(() => void fireEvent.click(screen.getByLabelText('25')))
  await act(() => void fireEvent.click(screen.getByRole('button', { name: '25 kez çevir' })))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect([spins().length, autoplayLeft.value]).toEqual([1, 24])
  expect(button()?.getAttribute('aria-pressed')).toBe('true')
  await act(() => void spinWithFeedback())
  expect([spins().length, autoplayLeft.value]).toEqual([1, undefined])
})

test("the reason of the stop is shown, a refusal with the machine's text", async () => {
  await sit()
  await act(() => toggleAutoplay())
  await act(() => void fireEvent.click(screen.getByRole('button', { name: '10 kez çevir' })))
  await act(() => visit.lastRequest().refuse(60007))
  expect(runResult.value?.message).toBe(texts.autoplay.end.refused)
  expect(toasts.value.map(({ message }) => message)).toContain(texts.code['60007'])
  await act(() => toggleAutoplay())
  await act(() => void fireEvent.click(screen.getByRole('button', { name: '10 kez çevir' })))
  await act(() => visit.lastRequest().ok({ game: { ...IDLE, seq: 2, phase: 'spinning' } }))
  await act(() => visit.setChannelState('down'))
  expect(runResult.value?.message).toBe(texts.autoplay.end.link)
})

test('a prompt closes the sheet before it opens', async () => {
  await sit()
  fireEvent.click(button() as HTMLElement)
  expect(screen.getByRole('dialog')).toBeTruthy()
  await act(() => blockPlay(true))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('leaving the machine stops autoplay', async () => {
  await sit()
  await act(() => toggleAutoplay())
  await act(() => void fireEvent.click(screen.getByRole('button', { name: '10 kez çevir' })))
  cleanup()
  expect(autoplayLeft.value).toBeUndefined()
})

test('the next player starts with the default choice', async () => {
  await sit()
  const before = plan.peek()
  setPlan({ count: 100, loss: 0, bonus: true })
  setSignedOut()
  expect(plan.peek()).toEqual(before)
})
