import { act, cleanup, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SlotSession } from '../../contract/player.ts'
import { setSignedOut } from '../../core/session/state.ts'
import { visits } from './state.ts'
import { VisitsPage } from './VisitsPage.tsx'

vi.mock('./actions.ts', () => ({ visitPages: { open: vi.fn(async () => {}) } }))

/** The width of the screen, px. */
let width = 1366
vi.stubGlobal('scrollTo', () => {})
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: !query.includes('min-height') && Number(/min-width: (\d+)px/.exec(query)?.[1]) <= width,
  addEventListener: () => {},
  removeEventListener: () => {},
}))

const at = (day: number, hour: number, minute: number) => new Date(2026, 10, day, hour, minute).toISOString()
const session = (id: number, more: Partial<SlotSession> = {}): SlotSession => ({
  id: String(id),
  machine: `Nar 0${id}`,
  start: at(21, 14, 5),
  end: at(21, 15, 17),
  duration: 4_320_000,
  cashIn: 50_000,
  cashOut: 62_050,
  spins: 1480,
  freeSpins: 10,
  from: null,
  tag: null,
  ...more,
})
const show = (...rows: SlotSession[]) =>
  act(() => visits.setFirstPage(visits.begin('first'), { rows, cursor: null }))
const open = (...rows: SlotSession[]) => {
  render(<VisitsPage />)
  show(...rows)
}
const cells = (line: number) =>
  within(
    screen.getAllByRole('row').filter((row) => row.ariaRowIndex ?? row.getAttribute('aria-rowindex'))[line] ??
      document.body,
  )
    .getAllByRole('cell')
    .map(({ textContent }) => textContent?.replace(/\s/g, ' '))

beforeEach(() => {
  width = 1366
  setSignedOut()
})
afterEach(() => act(cleanup))

test('a visit has its machine, start, end, time played, spins, free spins and money in and out', () => {
  open(session(1))
  expect(
    screen
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent)
      .slice(2),
  ).toEqual([
    'Makine',
    'Başlangıç',
    'Bitiş',
    'Oynanan süre',
    'Çevirme',
    'Bedava tur',
    'Yüklenen',
    'Aktarılan',
    'Net sonuç',
  ])
  expect(cells(1)).toEqual([
    'Nar 01',
    '21 Kas 2026 14:05',
    '15:17',
    '1 sa. 12 dk.',
    '1.480',
    '10',
    '₺500,00',
    '₺620,50',
    '+₺120,50',
  ])
})

test('an end on another day shows its date', () => {
  open(session(1, { end: at(22, 1, 30) }))
  expect(cells(1)[2]).toBe('22 Kas 01:30')
})

test('a visit that lasts has no end and no result, and shows the credit on the machine', () => {
  const { container } = render(<VisitsPage />)
  show(session(2, { end: null, cashOut: 0 }), session(1))
  expect([cells(1)[2], cells(1)[8]]).toEqual(['Sürüyor', '–'])
  expect(container.querySelectorAll('figure rect')).toHaveLength(1)
})

test('the chart has a bar for each ended visit, which hangs for a loss, and a table of its values', () => {
  const { container } = render(<VisitsPage />)
  show(session(2, { cashOut: 10_000 }), session(1))
  const bars = [...container.querySelectorAll('figure rect')]
  expect(bars.map((bar) => bar.hasAttribute('data-win'))).toEqual([true, false])
  const [win, loss] = bars.map((bar) => ({
    top: Number(bar.getAttribute('y')),
    height: Number(bar.getAttribute('height')),
  }))
  expect(loss?.top).toBe(Number(win?.top) + Number(win?.height))
  const figures = screen.getByRole('table', { name: /grafikteki tutarlar/ })
  expect(
    within(figures)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['+₺120,50', '-₺400,00'])
  expect(screen.getByText('Toplam -₺279,50 · 2 oturum')).toBeTruthy()
})

test('on a phone each visit is a card with all its values', () => {
  width = 360
  open(session(1, { tag: 'turnuva' }))
  expect(screen.getByRole('listitem').textContent?.replace(/\s/g, ' ')).toBe(
    'Nar 01+₺120,5021 Kas 2026 14:05–15:171 sa. 12 dk.1.480 çevirme · 10 bedava turturnuvaYüklenen ₺500,00Aktarılan ₺620,50',
  )
})

test("a brand that starts the machine's name has no column; another origin or a tag has one", () => {
  width = 1920
  render(<VisitsPage />)
  const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  show(session(1, { from: 'Nar', tag: null }))
  expect(heads()).not.toContain('Kaynak')
  expect(heads()).not.toContain('Etiket')
  show(session(1, { from: 'Salon 2', tag: 'jackpot' }))
  expect(heads()).toEqual(expect.arrayContaining(['Kaynak', 'Etiket']))
  expect(cells(1)).toEqual(expect.arrayContaining(['Salon 2', 'Jackpot']))
})

test('where the optional columns leave too little room, the visits are cards', () => {
  open(session(1, { tag: null }))
  expect(screen.getByRole('table', { name: 'Oyun oturumları' })).toBeTruthy()
  show(session(1, { tag: 'turnuva' }))
  expect(screen.queryByRole('table', { name: 'Oyun oturumları' })).toBeNull()
  expect(screen.getByRole('listitem')).toBeTruthy()
})
