import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { failed, type Result } from '../../../contract/result.ts'
import type { RecalledSpin } from '../../../contract/rules.ts'
import { setLocale } from '../../../i18n/index.ts'
import { preloadFluent } from '../../../ui/fluent-widgets.tsx'
import { INIT_ACK } from '../play/game-visit.fake.ts'
import { applyInit, resetGame } from '../play/state.ts'
import { startInfoPanel } from './actions.ts'
import { SpinsTab } from './SpinsTab.tsx'

const requests: { path: string; query: unknown; answer: (result: Result<unknown>) => Promise<void> }[] = []
vi.mock('../../../net/api.ts', () => ({
  call: (_schema: unknown, _method: string, path: string, { query }: { query: unknown }) =>
    new Promise((done) => {
      requests.push({ path, query, answer: (result) => act(async () => done(result)) })
    }),
}))

const ROW = {
  ...{ id: '41', time: '2026-11-21T10:00:00Z', stake: 500, win: 1500, free: false, jackpot: 0 },
}
const SEVEN = { name: { tr: 'Yedi', en: 'Seven' }, picture: '/symbols/x/seven.svg', pays: true }
const PEAR = { name: 'Armut', pays: false }
const SPIN: RecalledSpin = {
  ...{ ...ROW, creditBefore: 10_000, creditAfter: 11_000, freeAwarded: 0 },
  reels: [
    [PEAR, SEVEN],
    [PEAR, SEVEN],
  ],
  wins: [{ symbol: SEVEN.name, count: 2, line: 3, amount: 1500 }],
}

let stop: () => void
beforeAll(preloadFluent, 60_000)
beforeEach(async () => {
  await setLocale('tr')
  resetGame()
  stop = startInfoPanel()
  applyInit(INIT_ACK)
})
afterEach(() => {
  cleanup()
  stop()
  requests.length = 0
  vi.unstubAllGlobals()
})

/** Draws the list with one row, as a server with this `recall` answers. */
async function list(recall: boolean) {
  render(<SpinsTab />)
  await requests.at(-1)?.answer({ ok: true, value: { rows: [ROW], cursor: null, recall } })
}
async function open() {
  await list(true)
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: /çevirmeyi aç/ }))
  })
  return requests.at(-1)
}
const dialog = () => screen.findByRole('dialog', { name: 'Çevirme 41' })

test('a row opens its spin: reels, combinations, credit before and after', async () => {
  const request = await open()
  expect(request).toMatchObject({ path: '/player/spin', query: { machineId: '7', id: '41' } })
  await request?.answer({ ok: true, value: SPIN })
  const { textContent } = await dialog()
  for (const part of [
    '3. çizgide 2 Yedi: ₺15,00',
    'Önceki makine kredisi₺100,00',
    'Sonraki makine kredisi₺110,00',
    'Armut',
  ])
    expect(textContent).toContain(part)
  expect(screen.getByRole('img', { name: '1. makara: Armut, Yedi. 2. makara: Armut, Yedi' })).toBeTruthy()
  expect(document.querySelectorAll('[data-pays] img[src="/api/symbols/x/seven.svg"]')).toHaveLength(2)
})

test('it is copied with its number, machine, time and figures', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => {})
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  await (await open())?.answer({ ok: true, value: SPIN })
  await dialog()
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Destek için kopyala' }))
  })
  const [[copied = ''] = []] = writeText.mock.calls
  const lines = copied.split('\n')
  expect(lines.slice(0, 3)).toEqual(['Çevirme 41', INIT_ACK.machine.name, ROW.time])
  expect(lines).toEqual(
    expect.arrayContaining([
      'Bahis: ₺5,00',
      'Kazanç: ₺15,00',
      '1. makara: Armut, Yedi',
      '3. çizgide 2 Yedi: ₺15,00',
    ]),
  )
})

test('what a machine does not report is left out', async () => {
  const { creditBefore: _, ...reported } = SPIN
  await (await open())?.answer({ ok: true, value: { ...reported, reels: [], wins: [] } })
  const { textContent } = await dialog()
  expect(textContent).not.toContain('Önceki makine kredisi')
  expect(screen.queryByRole('img')).toBeNull()
})

test('a failed request is repeated by a press', async () => {
  await (await open())?.answer(failed('network'))
  await dialog()
  fireEvent.click(screen.getByRole('button', { name: 'Tekrar dene' }))
  await requests.at(-1)?.answer({ ok: true, value: SPIN })
  expect((await dialog()).textContent).toContain('₺110,00')
})

test('a server without the call: the list as it is', async () => {
  await list(false)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('table').textContent).toContain('₺15,00')
})
