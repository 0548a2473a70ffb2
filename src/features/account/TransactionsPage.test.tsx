import { readFileSync } from 'node:fs'
import { batch } from '@preact/signals-react'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Transaction } from '../../contract/player.ts'
import { failed } from '../../contract/result.ts'
import { setSignedOut } from '../../core/session/state.ts'
import { setLocale } from '../../i18n/index.ts'
import { transactions } from './state.ts'
import { TransactionsPage } from './TransactionsPage.tsx'

const pages = vi.hoisted(() => ({
  open: vi.fn(async () => {}),
  search: vi.fn(async () => {}),
  resize: vi.fn(async () => {}),
  more: vi.fn(async () => {}),
  retry: vi.fn(async () => {}),
  all: vi.fn(async () => true),
}))
vi.mock('./actions.ts', () => ({ transactionPages: pages }))

const START = Date.parse('2026-11-21T10:00:00Z')
const row = (id: number, more: Partial<Transaction> = {}): Transaction => ({
  id: String(id),
  time: new Date(START + id * 60_000).toISOString(),
  action: 1,
  amount: id * 100,
  balance: id * 1000,
  machine: `Nar ${id}`,
  from: null,
  tag: null,
  ...more,
})
const show = (rows: readonly Transaction[], cursor: string | null = null) =>
  act(() => transactions.setFirstPage(transactions.begin('first'), { rows, cursor }))
/** Opens the page, and its list is answered. */
function open(...list: Parameters<typeof show>) {
  const page = render(<TransactionsPage />)
  show(...list)
  return page
}
const leave = (unmount: () => boolean) =>
  act(() => {
    unmount()
  })
const fail = (failure: Parameters<typeof failed>) => {
  const result = failed(...failure)
  if (!result.ok) act(() => transactions.fail(transactions.begin('first'), result.error))
}
const table = () => screen.getByRole('table', { name: 'İşlemler' })
const head = (name: string) => within(table()).getByRole('columnheader', { name })
const heads = () =>
  within(table())
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
/** The cells of a column in the rendered rows. */
const column = (at: number) =>
  within(table())
    .getAllByRole('row')
    .slice(1)
    .map((line) => within(line).queryAllByRole('cell')[at]?.textContent?.replace(/\s/g, ' '))
    .filter((text) => text !== undefined)

/** The width of the screen, px. */
let width = 1366
vi.stubGlobal('scrollTo', () => {})
vi.stubGlobal('matchMedia', (query: string) => ({
  matches: !query.includes('min-height') && Number(/min-width: (\d+)px/.exec(query)?.[1]) <= width,
  addEventListener: () => {},
  removeEventListener: () => {},
}))

beforeEach(() => {
  width = 1366
  setSignedOut()
})
afterEach(async () => {
  act(cleanup)
  vi.useRealTimers()
  vi.clearAllMocks()
  await setLocale('tr')
})

test('the list is fetched when the page opens; a placeholder is shown until the answer', () => {
  render(<TransactionsPage />)
  expect(pages.open).toHaveBeenCalledOnce()
  expect(screen.getByRole('status', { name: 'Yükleniyor' }).childElementCount).toBeGreaterThan(5)
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true')
})

test('only columns with a value in some row are shown', () => {
  // A balance of 0 is one.
  open([row(1, { balance: 0 })])
  expect(heads()).toEqual(['İşlem tarihi', 'Tür', 'Makine', 'Tutar', 'Bakiye'])
  show([row(1, { from: 'Kasa', tag: 'bonus', balance: null })])
  expect(heads()).toEqual(['İşlem tarihi', 'Tür', 'Kaynak', 'Makine', 'Tutar', 'Etiket'])
  expect(screen.getByText('Kasa')).toBeTruthy()
})

test("a server's values are translated where known, and shown verbatim otherwise", async () => {
  open([row(2, { from: 'wallet', tag: 'bonus' }), row(1, { from: 'Kasa', tag: 'wallets' })])
  expect([column(2), column(6)]).toEqual([
    ['Bakiye', 'Kasa'],
    ['Bonus', 'wallets'],
  ])
  await act(() => setLocale('en'))
  expect(screen.getByRole('cell', { name: 'Balance' })).toBeTruthy()
})

test('on a phone an origin that the type implies is left out', () => {
  width = 360
  open([
    row(2, { machine: 'Nar 07', from: 'wallet', tag: 'automatic' }),
    row(1, { machine: null, from: 'operator', tag: 'bonus' }),
  ])
  expect(screen.getByText('Nar 07 · Otomatik')).toBeTruthy()
  expect(screen.getByText('İşletme · Bonus')).toBeTruthy()
})

test('each of the six amount actions has a label and an icon shape of its own', () => {
  const { container } = render(<TransactionsPage />)
  const actions = [1, 2, 3, 4, 5, 6] as const
  show(actions.map((action) => row(10 - action, { action })))
  expect(column(1)).toEqual([
    'Para yatırma',
    'Para çekme',
    'Makineye yükleme',
    'Makineden bakiyeye',
    'Elden ödeme',
    'JACKPOT',
  ])
  const shapes = [...container.querySelectorAll('[data-action] path')].map((path) => path.getAttribute('d'))
  expect(new Set(shapes).size).toBe(6)
})

test('each of the six amount actions has a colour of its own', () => {
  const css = readFileSync('src/features/account/Lines.module.css', 'utf8')
  const colours = [1, 2, 3, 4, 5, 6].map(
    (action) => new RegExp(`data-action="${action}"\\][^{]*\\{\\s*color: var\\((--\\w+)\\)`).exec(css)?.[1],
  )
  expect(colours).not.toContain(undefined)
  expect(new Set(colours).size).toBe(6)
})

test('amounts have a sign and the format of currency and language', async () => {
  open([row(2, { amount: 123_456 }), row(1, { amount: -50 })])
  expect(column(3)).toEqual(['+₺1.234,56', '-₺0,50'])
  await act(() => setLocale('en'))
  expect(screen.getByText('+₺1,234.56')).toBeTruthy()
})

test('of 100,000 rows only the visible ones are rendered; the table has the ARIA row count and indexes', () => {
  open(Array.from({ length: 100_000 }, (_, at) => row(100_000 - at)))
  expect(table().getAttribute('aria-rowcount')).toBe('100001')
  const drawn = within(table()).getAllByRole('row')
  expect(drawn.length).toBeLessThan(60)
  expect(drawn.slice(0, 3).map((line) => line.getAttribute('aria-rowindex'))).toEqual(['1', '2', '3'])
  const gap = table().querySelector<HTMLElement>('tr[aria-hidden] td')
  expect(gap?.style.blockSize).toBe(`${(100_000 - (drawn.length - 1)) * 52}px`)
})

test('while more pages exist the table claims no total', async () => {
  open([row(2), row(1)], 'c')
  expect(table().getAttribute('aria-rowcount')).toBe('-1')
  const more = screen.getByRole('button', { name: 'Daha fazla göster' })
  more.focus()
  fireEvent.click(more)
  expect(pages.more).toHaveBeenCalledOnce()
  show([row(2)])
  expect(more.isConnected).toBe(false)
  const foot = screen.getByText(/Gösterilen satır: 1/)
  expect(foot.textContent).toContain('Hepsi bu kadar')
  await vi.waitFor(() => expect(document.activeElement).toBe(foot))
})

test('a column header sorts the loaded rows, and the table says that only those are sorted', () => {
  open([row(1, { amount: 500 }), row(2, { amount: -900 }), row(3, { amount: 700 })], 'c')
  expect(head('İşlem tarihi').getAttribute('aria-sort')).toBe('descending')
  fireEvent.click(within(head('Tutar')).getByRole('button'))
  expect(head('Tutar').getAttribute('aria-sort')).toBe('descending')
  expect(column(3)).toEqual(['+₺7,00', '+₺5,00', '-₺9,00'])
  expect(screen.getByText('Sıralama yalnızca gösterilen satırlar içindir.')).toBeTruthy()
  fireEvent.click(within(head('Tutar')).getByRole('button'))
  expect(head('Tutar').getAttribute('aria-sort')).toBe('ascending')
  expect(column(3)[0]).toBe('-₺9,00')
})

describe('the search', () => {
  const field = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Makine ara' })
  const type = (value: string) => fireEvent.input(field(), { target: { value } })

  test('is sent once, after a pause in typing', () => {
    vi.useFakeTimers()
    open([row(1)])
    type('n')
    vi.advanceTimersByTime(200)
    type('na')
    vi.advanceTimersByTime(299)
    expect(pages.search).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(pages.search.mock.calls).toEqual([['na']])
  })

  test('is sent at once by Enter, and never after leaving the page', () => {
    vi.useFakeTimers()
    const { unmount } = open([row(1)])
    type('nar')
    fireEvent.submit(screen.getByRole('search'))
    vi.advanceTimersByTime(0)
    expect(pages.search.mock.calls).toEqual([['nar']])
    type('nar 7')
    leave(unmount)
    vi.advanceTimersByTime(1000)
    expect(pages.search).toHaveBeenCalledOnce()
  })

  test('without a match shows a message and a clear button, and the field keeps its place', () => {
    open([row(1)])
    const before = field()
    type('xyz')
    act(() => transactions.setSearch('xyz'))
    show([])
    expect(screen.getByText('“xyz” için sonuç yok')).toBeTruthy()
    expect(field()).toBe(before)
    fireEvent.click(screen.getAllByRole('button', { name: 'Aramayı temizle' }).at(-1) ?? before)
    expect(pages.search).toHaveBeenCalledWith('')
    // While the rows without the search load, the empty state must not appear.
    act(() =>
      batch(() => {
        transactions.setSearch('')
        transactions.begin('first')
      }),
    )
    expect(field().value).toBe('')
    expect(field()).toBe(before)
    expect(screen.queryByText('Henüz işleminiz yok')).toBeNull()
  })
})

test('the player chooses the number of items per page', () => {
  open([row(1)])
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sayfa başına' })
  expect([...choice.options].map(({ text }) => text)).toEqual(['25', '50', '100', '200'])
  fireEvent.input(choice, { target: { value: '100' } })
  expect(pages.resize).toHaveBeenCalledWith(100)
})

describe('the download', () => {
  const saved: { name: string; text: Promise<string> }[] = []
  beforeEach(() => {
    saved.length = 0
    let blob = new Blob()
    vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
      if (given instanceof Blob) blob = given
      return 'blob:x'
    })
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, text: blob.text() })
    })
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })

  test('fetches the missing pages, then saves the shown rows in the shown order', async () => {
    open([row(2), row(1, { amount: 99_900, machine: '=1+1' })], 'c')
    fireEvent.click(within(head('Tutar')).getByRole('button'))
    pages.all.mockImplementationOnce(async () => {
      transactions.appendPage(transactions.begin('all'), { rows: [row(3)] })
      return true
    })
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'CSV indir' }))
    })
    expect(saved[0]?.name).toMatch(/^islemler-\d{4}-\d\d-\d\d\.csv$/)
    const [titles, first, second, third] = (await saved[0]?.text)?.split('\r\n') ?? []
    expect(titles).toBe('\uFEFFİşlem tarihi;Tür;Makine;Tutar;Bakiye')
    expect(first).toMatch(/;Para yatırma;'=1\+1;"999,00";"10,00"$/)
    expect(second).toMatch(/;Nar 3;"3,00";"30,00"$/)
    expect(third).toMatch(/;Nar 2;"2,00";"20,00"$/)
  })

  test('can be cancelled, is cancelled by leaving the page, and then saves nothing', async () => {
    pages.all.mockResolvedValueOnce(false)
    const { unmount } = open([row(1)], 'c')
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'CSV indir' }))
    })
    const mark = transactions.begin('all')
    await act(() => transactions.setProgress(mark, 1250))
    fireEvent.click(screen.getByRole('button', { name: 'Durdur (1.250)' }))
    expect(transactions.isStale(mark)).toBe(true)
    const again = transactions.begin('all')
    leave(unmount)
    expect(transactions.isStale(again)).toBe(true)
    expect(saved).toEqual([])
  })
})

test('the chart has a table of its values in time order, whatever the sort', () => {
  const { container } = open([
    row(3, { balance: 90_000 }),
    row(2, { balance: 10_000 }),
    row(1, { balance: null }),
  ])
  const figures = screen.getByRole('table', { name: /grafikteki tutarlar/ })
  expect(
    within(figures)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['₺100,00', '₺900,00'])
  expect(container.querySelector('figure svg path:last-of-type')?.getAttribute('d')).toMatch(/^M0 \d+H1000V/)
  expect(
    screen.getByRole('heading', { name: 'Zaman içinde bakiye ve yüklenen kredi' }).nextSibling?.textContent,
  ).toBe('₺900,00')
})

test('without balances the chart shows a message and keeps its height', () => {
  open([row(1, { balance: null })])
  expect(screen.getByText('Bu işlemlerde bakiye bilgisi yok')).toBeTruthy()
})

test('on a phone the rows are a list with a sort menu and the same sorting', () => {
  width = 360
  open([row(2, { amount: -200 }), row(1, { amount: 900 })])
  expect(screen.queryByRole('table', { name: 'İşlemler' })).toBeNull()
  const items = () => within(screen.getByRole('list', { name: 'İşlemler' })).getAllByRole('listitem')
  expect(items()[0]?.textContent).toMatch(/Para yatırma.*-₺2,00.*Nar 2.*Bakiye ₺20,00/)
  expect(items()[0]?.getAttribute('aria-setsize')).toBe('2')
  fireEvent.input(screen.getByRole('combobox', { name: 'Sıralama' }), { target: { value: 'amount' } })
  expect(items()[0]?.textContent).toContain('+₺9,00')
  fireEvent.click(screen.getByRole('button', { name: 'Azalan sırada' }))
  expect(items()[0]?.textContent).toContain('-₺2,00')
})

describe('an empty list or a failure', () => {
  test('a new player sees what the page will list, and a link to the lobby', () => {
    open([])
    expect(screen.getByText('Henüz işleminiz yok')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Makinelere git' })).toBeTruthy()
  })

  test('a server without the call: not available, without a Retry button', () => {
    render(<TransactionsPage />)
    fail(['refused', { status: 404 }])
    expect(screen.getByText('Bu bölüm sunulmuyor')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test.each([
    [['network'], 'Bağlantı yok'],
    [['server', { message: 'Bakım' }], 'Bakım'],
  ] as const)('a failure (%j) shows "%s" and is retried by the button only', (failure, text) => {
    render(<TransactionsPage />)
    fail([...failure])
    expect(screen.getByText(text)).toBeTruthy()
    expect(pages.retry).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Tekrar dene' }))
    expect(pages.retry).toHaveBeenCalledOnce()
  })

  test('a failed refresh keeps the rows and shows a notice', () => {
    open([row(1)])
    fail(['network'])
    expect(screen.getByRole('alert').textContent).toContain('Ağ hatası')
    expect(column(2)).toEqual(['Nar 1'])
  })
})

test('a reset of the state while the page is open fetches the list again', () => {
  open([row(1)])
  act(() => transactions.clear())
  expect(pages.open).toHaveBeenCalledTimes(2)
})
