import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { GameState } from '../../../contract/live.ts'
import { failed, type Result } from '../../../contract/result.ts'
import type { PlayedSpin, RulesAnswer } from '../../../contract/rules.ts'
import { setLocale } from '../../../i18n/index.ts'
import { IDLE, INIT_ACK } from '../play/game-visit.fake.ts'
import { applyGame, applyInit, resetGame } from '../play/state.ts'
import { visitTotals } from '../play-record/state.ts'
import { limits } from '../player-protection/state.ts'
import { startInfoPanel } from './actions.ts'
import { InfoPanel } from './InfoPanel.tsx'
import { infoPanelOpen, setInfoPanelOpen, setTab, spins } from './state.ts'

interface SentRequest {
  path: string
  query: { machineId?: string; cursor?: string; limit?: number } | undefined
  answer(result: Result<unknown>): Promise<void>
}
const requests: SentRequest[] = []
vi.mock('../../../net/api.ts', () => ({
  call: (
    _schema: unknown,
    _method: string,
    path: string,
    more: Pick<SentRequest, 'query'> = { query: undefined },
  ) =>
    new Promise((done) => {
      const answer = (result: Result<unknown>) => act(async () => done(result))
      requests.push({ path, query: more.query, answer })
    }),
}))

const RULES: RulesAnswer = {
  ...{ name: 'X', kind: 'lines', reels: 3, rows: 3, lines: [[1, 1, 1]], ways: null, coins: 5 },
  ...{ stakes: [100, 500], rtp: 0.9591, baseRtp: 0.9491, volatility: 'medium' },
  symbols: [
    {
      key: 'wild',
      name: 'WILD',
      role: 'wild',
      pays: [{ count: 3, pay: 500 }],
      picture: '/symbols/x/wild.svg',
    },
    { key: 'seven', name: { tr: 'Yedi', en: 'Seven' }, role: '', pays: [{ count: 3, pay: 7 }] },
    { key: 'bonus', name: 'BONUS', role: 'scatter', pays: [{ count: 3, pay: 5 }] },
  ],
  free: { awards: [{ count: 3, rounds: 5 }], multiplier: 1, held: [2] },
  jackpot: { share: 0.01, symbol: 'seven', paid: 0.9 },
}
const row = (id: string, win = 0): PlayedSpin => ({
  ...{ id, time: '2026-11-21T10:00:00Z', stake: 500, win, free: false, jackpot: 0 },
})
const played = (seq: number, id: string, win: number): GameState => ({
  ...{ ...IDLE, seq, win, credit: 10_000 - 500 + win },
  spin: { id, stake: 500, win, free: false, jackpot: 0 },
})
const lastRequest = () => requests.at(-1) as SentRequest
const shown = () => screen.getByRole('tabpanel').textContent

let stop: () => void
beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  await setLocale('tr')
  resetGame()
  stop = startInfoPanel(() => Date.parse('2026-11-21T12:00:00Z'))
  applyInit(INIT_ACK)
  setInfoPanelOpen(true)
})
afterEach(() => {
  cleanup()
  stop()
  setTab('rules')
  requests.length = 0
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

test('the rules are fetched once, and shown with the return to player and the payouts at the current stake', async () => {
  render(<InfoPanel />)
  expect(lastRequest().path).toBe('/machine/7/rules')
  await lastRequest().answer({ ok: true, value: RULES })
  expect(screen.getByTestId('rtp').textContent).toBe('%95,91')
  expect(shown()).toContain('Oyunun kendisi %94,91, jackpot payı %1')
  // 5.00 a spin on 5 lines: a line pays 500 and 7 times 1.00; the scatter 5 times 5.00.
  for (const amount of ['₺500', '₺7', '₺25']) expect(screen.getByText(amount)).toBeTruthy()
  expect(document.querySelector('img')?.getAttribute('src')).toBe('/api/symbols/x/wild.svg')
  expect(screen.getByRole('img', { name: '1. çizgi' })).toBeTruthy()
  expect(shown()).toContain('Yedi doldurunca')
  await act(() => setTab('session'))
  await act(() => setTab('rules'))
  expect(requests).toHaveLength(1)
})

test.each([
  ['rules', '/machine/7/rules'],
  ['spins', '/player/spins'],
] as const)('a panel that opens before the machine is known fetches the %s when it is', async (tab, path) => {
  resetGame()
  setTab(tab)
  render(<InfoPanel />)
  expect(requests).toEqual([])
  await act(() => applyInit(INIT_ACK))
  expect(requests.map((request) => request.path)).toEqual([path])
})

test('rules without lines show no number of lines', async () => {
  render(<InfoPanel />)
  await lastRequest().answer({ ok: true, value: { ...RULES, lines: [] } })
  expect(shown()).toContain('Makaralar')
  expect(screen.queryByText('Kazanç')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Kazanç çizgileri' })).toBeNull()
})

test('a server without rules: not available, and a link to the paytables', async () => {
  render(<InfoPanel />)
  await lastRequest().answer(failed('refused', { status: 404 }))
  expect(shown()).toContain('yer almıyor')
  expect(screen.getByRole('button', { name: 'Ödeme tabloları sayfasını aç' })).toBeTruthy()
  expect(screen.queryByTestId('rtp')).toBeNull()
})

test.each([
  [
    'an ErrorMessage',
    failed('server', { status: 500, code: 99, message: 'The rules are asleep' }),
    'The rules are asleep',
  ],
  ['nothing', failed('network'), 'Ağ hatası'],
])('rules and spins that were refused with %s say so', async (_, failure, text) => {
  render(<InfoPanel />)
  await lastRequest().answer(failure)
  expect(shown()).toContain(text)
  await act(() => setTab('spins'))
  await lastRequest().answer(failure)
  expect(shown()).toContain(text)
})

test('failed rules can be fetched again; those of another machine are dropped', async () => {
  render(<InfoPanel />)
  await lastRequest().answer(failed('network'))
  fireEvent.click(screen.getByRole('button', { name: 'Tekrar dene' }))
  expect(requests).toHaveLength(2)
  await act(() => {
    resetGame()
    applyInit({ ...INIT_ACK, machine: { ...INIT_ACK.machine, id: '8' } })
  })
  expect(requests).toHaveLength(3)
  expect(lastRequest().path).toBe('/machine/8/rules')
  await requests[1]?.answer({ ok: true, value: RULES })
  expect(screen.queryByTestId('rtp')).toBeNull()
})

test("last spins: the server's and those that end meanwhile, without duplicates, then older ones", async () => {
  setTab('spins')
  render(<InfoPanel />)
  expect(lastRequest()).toMatchObject({ path: '/player/spins', query: { machineId: '7', limit: 20 } })
  // Ends while the list is on its way, and is in it.
  await act(() => applyGame(played(2, 's9', 700)))
  await lastRequest().answer({
    ok: true,
    value: { recall: false, rows: [row('s9', 700), row('s8')], cursor: 's8' },
  })
  await act(() => applyGame(played(3, 's10', 0)))
  const ids = () => [...document.querySelectorAll<HTMLElement>('[data-spin]')].map((one) => one.dataset.spin)
  expect(ids()).toEqual(['s10', 's9', 's8'])
  const more = screen.getByRole('button', { name: 'Daha eskileri göster' })
  more.focus()
  fireEvent.click(more)
  expect(lastRequest().query).toMatchObject({ cursor: 's8' })
  // A disabled button would lose the focus.
  expect([more.matches(':disabled'), document.activeElement === more]).toEqual([false, true])
  await lastRequest().answer({
    ok: true,
    value: { recall: false, rows: [row('s8'), row('s7')], cursor: null },
  })
  expect(ids()).toEqual(['s10', 's9', 's8', 's7'])
  expect(screen.queryByRole('button', { name: 'Daha eskileri göster' })).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tabpanel')))
})

test('without a list on the server the spins of this session are shown', async () => {
  setTab('spins')
  render(<InfoPanel />)
  await lastRequest().answer(failed('refused', { status: 404 }))
  await act(() => applyGame(played(2, 's1', 0)))
  expect(document.querySelectorAll('[data-spin]')).toHaveLength(1)
  expect(shown()).toContain('Daha eskisi burada yer almıyor')
})

test('the net result is shown to the cent', async () => {
  setTab('session')
  render(<InfoPanel />)
  await act(() => applyGame(played(2, 's1', 125)))
  expect(screen.getByTestId('net').textContent).toBe('-₺3,75')
  expect(screen.getByTestId('visit-loaded').textContent).toBe('₺100,00')
})

test('the reminder interval is chosen beside the figures', async () => {
  setTab('session')
  render(<InfoPanel />)
  const pick = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Süremi hatırlat' })
  expect([...pick.options].map(({ text }) => text)).toEqual(['Hiç', '1 sa.', '30 dk.', '15 dk.'])
  await act(() => {
    fireEvent.input(pick, { target: { value: `${30 * 60_000}` } })
  })
  expect(limits.value.realityCheck).toBe(30 * 60_000)
  await act(() => {
    fireEvent.input(pick, { target: { value: '0' } })
  })
  expect(limits.value.realityCheck).toBe(0)
})

test('over the game it takes the focus, blocks play, and closes by its button, Escape and a click outside', async () => {
  document.body.innerHTML = '<main><button id="opener"></button></main>'
  document.getElementById('opener')?.focus()
  const open = async () => {
    await act(() => setInfoPanelOpen(true))
    return render(<InfoPanel />)
  }
  const { unmount } = await open()
  expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  expect(document.querySelector('main')?.inert).toBe(true)
  fireEvent.keyDown(window, { key: 'Escape' })
  expect(infoPanelOpen.value).toBe(false)
  unmount()
  expect(document.querySelector('main')?.inert).toBe(false)
  await vi.waitFor(() => expect(document.activeElement?.id).toBe('opener'))
  const again = await open()
  fireEvent.click(screen.getByTestId('info-backdrop'))
  expect(infoPanelOpen.value).toBe(false)
  again.unmount()
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Kapat' }))
  expect(infoPanelOpen.value).toBe(false)
})

test('with room beside the video it is there, and play continues', async () => {
  vi.spyOn(document.body, 'clientWidth', 'get').mockReturnValue(1366)
  vi.spyOn(document.body, 'clientHeight', 'get').mockReturnValue(768)
  document.body.innerHTML = '<main></main>'
  render(<InfoPanel />)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('complementary')).toBeTruthy()
  expect(document.querySelector('main')?.inert).toBeFalsy()
  expect(document.documentElement.hasAttribute('data-info-panel')).toBe(true)
  cleanup()
  expect(document.documentElement.hasAttribute('data-info-panel')).toBe(false)
  vi.restoreAllMocks()
})

test('arrow keys move through the tabs in reading direction', async () => {
  render(<InfoPanel />)
  const list = screen.getByRole('tablist')
  const chosen = () => screen.getByRole('tab', { selected: true }).id
  fireEvent.keyDown(list, { key: 'ArrowRight' })
  expect(chosen()).toBe('info-tab-spins')
  fireEvent.keyDown(list, { key: 'End' })
  expect(chosen()).toBe('info-tab-settings')
  document.documentElement.dir = 'rtl'
  fireEvent.keyDown(list, { key: 'ArrowRight' })
  expect(chosen()).toBe('info-tab-session')
  document.documentElement.dir = 'ltr'
})

test('leaving the machine closes it and resets its data', () => {
  applyGame(played(2, 's1', 0))
  expect(spins.value).toHaveLength(1)
  stop()
  expect([infoPanelOpen.value, spins.value.length, visitTotals.value]).toEqual([false, 0, undefined])
})
