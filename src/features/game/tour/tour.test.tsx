import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeResizeObserver } from '../../../ui/resize-observer.fake.ts'
import { IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import { applyGame, applyInit, resetGame, setPending } from '../play/state.ts'
import { setPicture } from '../video/state.ts'
import { showCelebration } from '../wins/state.ts'
import { endTour } from './state.ts'
import { Tour, TourButton } from './Tour.tsx'

const ready = () =>
  act(() => {
    applyInit(INIT_ACK)
    setPicture('live', 0)
  })
const card = () => screen.queryByTestId('tour')
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const marked = () =>
  [...document.querySelectorAll<HTMLElement>('[data-tour]')].map(({ dataset }) => dataset.at)

beforeEach(() => {
  localStorage.clear()
  resetGame()
})
afterEach(() => {
  act(endTour)
  cleanup()
})

function open(controls = ['transfer', 'play', 'sign']) {
  render(
    <>
      {controls.map((at) => (
        <div key={at} data-at={at} />
      ))}
      <Tour />
      <TourButton />
    </>,
  )
}

test('it opens once on a device, when the game can be played, and marks each control in turn', async () => {
  open()
  expect(card()).toBeNull()
  await ready()
  expect(card()?.textContent).toContain('“Kredi yükle”')
  expect(card()?.textContent).toContain('1/3')
  expect(marked()).toEqual(['transfer'])
  press('İleri')
  expect(marked()).toEqual(['play'])
  press('İleri')
  expect(marked()).toEqual(['sign'])
  press('Tamam')
  expect([card(), marked()]).toEqual([null, []])
  cleanup()
  open()
  expect(card()).toBeNull()
  press('Kontrolleri göster')
  expect(card()?.textContent).toContain('1/3')
})

test('a control that the machine lacks is left out', async () => {
  open(['play', 'sign'])
  await ready()
  expect(card()?.textContent).toContain('1/2')
  expect(marked()).toEqual(['play'])
})

test.each([
  ['a spin', () => act(() => setPending('spin'))],
  ['its button', () => press('Kapat')],
])('%s closes it', async (_, close) => {
  open()
  await ready()
  expect(card()).not.toBeNull()
  await close()
  expect([card(), marked()]).toEqual([null, []])
})

test('Escape closes the tour and nothing else; a closed tour leaves the key to others', async () => {
  open()
  await ready()
  expect(card()).not.toBeNull()
  const isFree = () => fireEvent.keyDown(document.body, { key: 'Escape' })
  expect([isFree(), card()]).toEqual([false, null])
  expect(isFree()).toBe(true)
  press('Kontrolleri göster')
  const handled = new KeyboardEvent('keydown', { key: 'Escape', cancelable: true })
  handled.preventDefault()
  act(() => void window.dispatchEvent(handled))
  expect(card()).not.toBeNull()
  document.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>')
  expect(isFree()).toBe(true)
  expect(card()).not.toBeNull()
  document.querySelector('dialog')?.remove()
})

test('asked for while the reels turn, it waits until they stand', async () => {
  open()
  await ready()
  press('Kapat')
  const spin = { id: '1', stake: 100, win: 0, free: false, jackpot: 0 }
  await act(() => applyGame({ ...IDLE, seq: 2, phase: 'spinning', spin }))
  press('Kontrolleri göster')
  expect([card(), marked()]).toEqual([null, []])
  await act(() => applyGame({ ...IDLE, seq: 3, spin }))
  expect(card()?.textContent).toContain('1/3')
  expect(marked()).toEqual(['transfer'])
})

test('a large win takes its place', async () => {
  open()
  await ready()
  expect(card()).not.toBeNull()
  const win = {
    spinId: '1',
    grade: 'big',
    kind: 'win',
    amount: 2500,
    jackpot: 0,
    freeSpins: 0,
    stakes: 25,
  } as const
  await act(() => showCelebration(win))
  expect([card(), marked()]).toEqual([null, []])
  await act(() => showCelebration(undefined))
})

test('the card follows its control when the screen is turned', async () => {
  const resize = fakeResizeObserver()
  let left = 100
  const boxes = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
    this: Element,
  ) {
    return new DOMRect(this.hasAttribute('data-tour') ? left : 0, 0, 40, 40)
  })
  vi.spyOn(Element.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList)
  open()
  await ready()
  expect(card()?.style.getPropertyValue('--at')).toBe('120px')
  left = 300
  resize()
  expect(card()?.style.getPropertyValue('--at')).toBe('320px')
  boxes.mockRestore()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
