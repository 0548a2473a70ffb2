import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOCALE_CODES } from '../../contract/locales.ts'
import { drawerOpen, setDrawerOpen } from '../../core/frame/drawer.ts'
import { fillSlot } from '../../core/frame/slots.ts'
import { startGuard } from '../../core/router/guard.ts'
import { setSignedIn, setSignedOut, type User } from '../../core/session/state.ts'
import { setSettings } from '../../core/settings/set-settings.fake.ts'
import { setLocale, setOfferedLocales } from '../../i18n/index.ts'
import { small, wide } from '../../ui/breakpoints.ts'
import { fakeResizeObserver } from '../../ui/resize-observer.fake.ts'
import { setDirection, setFolded, setLayoutStyle } from '../frame/state.ts'
import { applyPreferences, setPreferences } from '../preferences/state.ts'
import { setBalance } from '../wallet/state.ts'
import { HorizontalNav } from './HorizontalNav.tsx'
import { Navbar } from './Navbar.tsx'

vi.mock('../../ui/breakpoints.ts', async () => {
  const { signal } = await import('@preact/signals-react')
  return { wide: signal(true), small: signal(false) }
})
const setScreen = (isWide: boolean, isSmall = false) =>
  act(() => {
    Object.assign(wide, { value: isWide })
    Object.assign(small, { value: isSmall })
  })

startGuard()

const DENIZ: User = {
  id: '7',
  username: 'deniz',
  name: 'Deniz',
  lastname: 'Kaya',
  roles: ['user'],
  permissions: [145],
  ip: '192.0.2.7',
  lastLogon: '2026-11-20T10:30:00.000Z',
  lastLogonIp: '198.51.100.9',
}
const NAVIGATION = [
  { type: 'divider' },
  {
    type: 'group',
    title: { tr: 'Kampanyalar', en: 'Promotions' },
    children: [
      {
        type: 'link',
        title: 'Turnuva',
        url: 'https://example.com/cup',
        badge: { title: 'Yeni', bg: '#7fd18b', fg: '#10210f' },
      },
      { type: 'link', title: 'Kurallar', url: 'https://example.com/rules', target: '_self' },
    ],
  },
  {
    type: 'collapse',
    title: 'Yardım',
    children: [{ type: 'item', title: 'Hesap', url: '/profile/7' }],
  },
]
const settingsAre = (over: object) => act(() => setSettings(over))
const go = (to: string) =>
  act(() => {
    history.pushState(null, '', to)
    window.dispatchEvent(new Event('pushState'))
  })
const titles = () => screen.getAllByRole('link').map((link) => link.textContent)
const dialog = () => {
  const found = document.querySelector('dialog')
  if (!found) throw new Error('the page has no drawer')
  return found
}

beforeEach(async () => {
  setScreen(true)
  history.replaceState(null, '', '/lobby')
  window.dispatchEvent(new Event('replaceState'))
  await settingsAre({})
  setSignedIn('t', DENIZ)
  setBalance({ balance: 123_456 })
})
afterEach(async () => {
  cleanup()
  setDrawerOpen(false)
  setLayoutStyle(undefined)
  setSignedOut()
  setPreferences({ shortcuts: [] })
  localStorage.clear()
  await setLocale('tr')
  vi.unstubAllGlobals()
})

describe('at the side', () => {
  test('its head has the logo with a link to the lobby, the title and the fold toggle', () => {
    render(<Navbar />)
    // It begins with what is seen, and says where it leads, also where an operator's logo has no text.
    const [logo] = screen.getAllByRole('link', { name: 'Reelcast Ana sayfa' })
    expect(logo?.getAttribute('href')).toBe('/lobby')
    expect(screen.getByText('Menü')).toBeTruthy()
    const toggle = screen.getByRole('button', { name: 'Menüyü daralt' })
    fireEvent.click(toggle)
    // Its name says the state, so that no attribute says it again.
    expect(toggle.getAttribute('aria-label')).toBe('Menüyü açık tut')
    expect(toggle.hasAttribute('aria-pressed')).toBe(false)
    expect(localStorage.getItem('reelcast.folded')).toBe('true')
    fireEvent.click(toggle)
    expect(localStorage.getItem('reelcast.folded')).toBe('false')
    setFolded(false)
  })

  test('the user block has user name, full name and balance; a hidden balance is hidden here too', async () => {
    render(<Navbar />)
    expect(screen.getByText('Deniz Kaya')).toBeTruthy()
    expect(screen.getByText('deniz')).toBeTruthy()
    expect(screen.getByText('Güncel bakiye').nextElementSibling?.textContent).toBe('₺1.234,56')
    const { Balance } = await import('../frame/Balance.tsx')
    render(<Balance />)
    const wallet = screen.getByRole('button', { name: 'Bakiyeyi gizle' })
    fireEvent.click(wallet)
    await waitFor(() =>
      expect(screen.getByText('Güncel bakiye').nextElementSibling?.textContent).toBe('• • • •'),
    )
    fireEvent.click(wallet)
  })

  test('it has the five items with icons, and marks the current page', async () => {
    render(<Navbar />)
    const nav = screen.getByRole('navigation', { name: 'Menü' })
    const links = within(nav).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Ana sayfa', '/lobby'],
      ['Profil', '/profile'],
      ['Oyun oturumları', '/slot-sessions'],
      ['İşlemler', '/transactions'],
      ['Çıkış yap', '/logout'],
    ])
    for (const link of links) expect(link.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
    const current = () =>
      links
        .filter((link) => link.getAttribute('aria-current') === 'page')
        .map(({ textContent }) => textContent)
    await go('/lobby/3/Nar')
    expect(current()).toEqual(['Ana sayfa'])
    await go('/slot-sessions')
    expect(current()).toEqual(['Oyun oturumları'])
    await go('/lobbyists')
    expect(current()).toEqual([])
  })

  test('without the permission level only Logout is shown; guests have no navbar', () => {
    setSignedIn('t', { ...DENIZ, permissions: [7] })
    const { container } = render(<Navbar />)
    expect(within(screen.getByRole('navigation')).getAllByRole('link')).toHaveLength(1)
    act(() => setSignedOut())
    expect(container.innerHTML).toBe('')
  })

  test('the last-login block: address, time and address of the last login, and the version', () => {
    render(<Navbar />)
    const block = within(screen.getByRole('region', { name: 'Son girişiniz' }))
    expect(block.getByText('IP adresiniz').nextElementSibling?.textContent).toBe('192.0.2.7')
    expect(block.getByText('Son giriş zamanı').nextElementSibling?.textContent).toMatch(/20 Kas 2026/)
    expect(block.getByText('Son giriş IP’si').nextElementSibling?.textContent).toBe('198.51.100.9')
    expect(block.getByText(/^UI Sürümü: v\d+\.\d+\.\d+$/)).toBeTruthy()
  })

  test('a kiosk shows neither addresses nor the version', async () => {
    await settingsAre({ kiosk: true })
    render(<Navbar />)
    const block = screen.getByRole('region', { name: 'Son girişiniz' })
    expect(block.textContent).toMatch(/^Son giriş zamanı20 Kas 2026/)
    expect(block.textContent).not.toMatch(/192\.0|198\.51|UI/)
  })

  test('the first stop of Tab leads to the content', () => {
    render(
      <>
        <Navbar />
        <main>content</main>
      </>,
    )
    const [first] = screen.getAllByRole('button')
    expect(first?.textContent).toBe('İçeriğe geç')
    act(() => first?.click())
    expect(document.activeElement).toBe(screen.getByRole('main'))
  })

  test("without the header bar the navbar holds the bar's items", async () => {
    fillSlot('search', () => <i>[search]</i>)
    fillSlot('shortcuts', () => <i>[shortcuts]</i>)
    const { container } = render(<Navbar />)
    expect(container.textContent).not.toContain('[search]')
    expect(screen.queryByRole('button', { name: 'EN' })).toBeNull()
    await settingsAre({ headerBarHide: true })
    act(() => applyPreferences({ shortcuts: ['profile'] }))
    expect(container.textContent?.match(/\[\w+\]/g)).toEqual(['[search]', '[shortcuts]'])
    expect(screen.getByRole('button', { name: 'EN' })).toBeTruthy()
  })

  test.each([
    ['tr', ['TR', 'EN']],
    ['ar', ['TR', 'EN', 'AR']],
  ] as const)('the languages beside %s are %j: Arabic only for who reads it', async (current, codes) => {
    setOfferedLocales(LOCALE_CODES)
    await settingsAre({ headerBarHide: true })
    await act(() => setLocale(current))
    const { container } = render(<Navbar />)
    const buttons = [...container.querySelectorAll('.languages button')]
    expect(buttons.map(({ textContent }) => textContent)).toEqual(codes)
    await act(() => setLocale('tr'))
    setOfferedLocales(['tr', 'en'])
  })

  test('a first login is shown as such', () => {
    setSignedIn('t', { ...DENIZ, lastLogon: null, lastLogonIp: null })
    render(<Navbar />)
    expect(screen.getByText('Bu ilk girişiniz')).toBeTruthy()
    expect(screen.queryByText('Son giriş IP’si')).toBeNull()
  })

  test("data that the login's answer lacks is taken from the profile", async () => {
    const answer = {
      id: '7',
      username: 'deniz',
      name: 'Deniz',
      lastname: 'Su',
      last_logon: '2026-10-01T10:00:00.000Z',
      last_logon_ip: '203.0.113.5',
    }
    const asked = vi.fn(async () => new Response(JSON.stringify(answer)))
    vi.stubGlobal('fetch', asked)
    setSignedIn('t', {
      ...DENIZ,
      name: '',
      lastname: '',
      ip: undefined,
      lastLogon: undefined,
      lastLogonIp: undefined,
    })
    render(<Navbar />)
    // The profile's chunk is loaded first.
    await waitFor(() => expect(screen.getByText('Deniz Su')).toBeTruthy(), { timeout: 10_000 })
    expect(screen.getByText('Son giriş IP’si').nextElementSibling?.textContent).toBe('203.0.113.5')
    expect(screen.getByText('IP adresiniz').nextElementSibling?.textContent).toBe('—')
    expect(asked).toHaveBeenCalledOnce()
  })
})

describe('items of the operator', () => {
  test('every kind is rendered, before Logout', async () => {
    await settingsAre({ navigation: NAVIGATION })
    render(<Navbar />)
    const nav = screen.getByRole('navigation')
    expect(nav.querySelectorAll('li[aria-hidden]')).toHaveLength(1)
    expect(within(nav).getByText('Kampanyalar')).toBeTruthy()
    expect(titles().at(-1)).toBe('Çıkış yap')
    const cup = screen.getByRole('link', { name: /Turnuva.*yeni sekmede açılır/ })
    expect([cup.getAttribute('target'), cup.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
    const badge = within(cup).getByText('Yeni')
    expect([badge.style.background, badge.style.color]).toEqual(['#7fd18b', '#10210f'])
    const rules = screen.getByRole('link', { name: 'Kurallar' })
    expect([rules.getAttribute('target'), rules.getAttribute('rel')]).toEqual([
      '_self',
      'noopener noreferrer',
    ])
    await act(() => setLocale('en'))
    expect(within(nav).getByText('Promotions')).toBeTruthy()
  })

  test('a group opens automatically on its pages, and opens and closes by a click', async () => {
    await settingsAre({ navigation: NAVIGATION })
    render(<Navbar />)
    const toggle = screen.getByRole('button', { name: 'Yardım' })
    const isOpen = () => toggle.getAttribute('aria-expanded') === 'true'
    expect(isOpen()).toBe(false)
    expect(screen.queryByRole('link', { name: 'Hesap' })).toBeNull()
    fireEvent.click(toggle)
    expect(isOpen()).toBe(true)
    fireEvent.click(toggle)
    await go('/profile/7')
    expect(isOpen()).toBe(true)
    expect(screen.getByRole('link', { name: 'Hesap' }).getAttribute('aria-current')).toBe('page')
    fireEvent.click(toggle)
    expect(isOpen()).toBe(false)
    cleanup()
    render(<Navbar />)
    expect(screen.getByRole('button', { name: 'Yardım' }).getAttribute('aria-expanded')).toBe('true')
  })
})

describe('as a drawer', () => {
  beforeEach(() => setScreen(false, true))
  const open = () => {
    render(<Navbar />)
    expect(dialog().open).toBe(false)
    act(() => setDrawerOpen(true))
    expect(dialog().open).toBe(true)
  }

  test('it has the title with a close button, the user, the list and the last login', () => {
    open()
    expect(screen.getByRole('dialog', { name: 'Menü' })).toBeTruthy()
    expect(screen.getByRole('img', { name: 'Reelcast' })).toBeTruthy()
    expect(screen.getByText('Deniz Kaya')).toBeTruthy()
    expect(titles()).toContain('Oyun oturumları')
    expect(screen.getByRole('region', { name: 'Son girişiniz' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Menüyü daralt' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Menüyü kapat' }))
    expect(dialog().open).toBe(false)
    expect(drawerOpen.value).toBe(false)
  })

  test.each<[string, () => void]>([
    ['the browser closes it, as on Escape', () => act(() => dialog().close())],
    ['a touch falls beside it', () => fireEvent.click(dialog())],
    [
      'an entry is chosen, even that of the page',
      () => fireEvent.click(screen.getByRole('link', { name: 'Ana sayfa' })),
    ],
    ['another page is shown', () => void go('/profile')],
  ])('it closes when %s', async (_why, happen) => {
    open()
    happen()
    await waitFor(() => expect(dialog().open).toBe(false))
    expect(drawerOpen.value).toBe(false)
  })

  test('a touch inside keeps it open', () => {
    open()
    fireEvent.click(screen.getByText('Deniz Kaya'))
    expect(dialog().open).toBe(true)
  })

  test.each(['layout1', 'layout2', 'layout3'])('on a phone %s has a drawer', async (layoutStyle) => {
    await settingsAre({ layoutStyle })
    open()
    expect(titles()).toContain('Ana sayfa')
  })

  test('it holds the items that do not fit into the bar', () => {
    fillSlot('search', () => <i>[search]</i>)
    fillSlot('shortcuts', () => <i>[shortcuts]</i>)
    fillSlot('support', () => <i>[support]</i>)
    open()
    const parts = () => dialog().textContent?.match(/\[\w+\]/g)
    // Without a shortcut only its button is left, at the end.
    expect(parts()).toEqual(['[search]', '[support]', '[shortcuts]'])
    act(() => applyPreferences({ shortcuts: ['profile'] }))
    expect(parts()).toEqual(['[search]', '[shortcuts]', '[support]'])
    expect(within(dialog()).getByRole('button', { name: 'EN' })).toBeTruthy()
    // The header bar of a wider screen has the search and the languages.
    setScreen(false, false)
    expect(parts()).not.toContain('[search]')
    expect(within(dialog()).queryByRole('button', { name: 'EN' })).toBeNull()
  })
})

describe('as a horizontal bar', () => {
  beforeEach(() => {
    fakeResizeObserver()
  })

  test.each(['layout2', 'layout3'])(
    '%s has the list as a row, and the user block behind a button',
    async (layoutStyle) => {
      await settingsAre({ layoutStyle, navigation: NAVIGATION })
      fakeResizeObserver()
      render(<HorizontalNav />)
      expect(titles()).toEqual(['Ana sayfa', 'Profil', 'Oyun oturumları', 'İşlemler', 'Çıkış yap'])
      fireEvent.click(screen.getByRole('button', { name: 'Kampanyalar' }))
      expect(screen.getByRole('link', { name: /Turnuva/ })).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name: 'Hesabınız' }))
      expect(screen.getByText('Deniz Kaya')).toBeTruthy()
      expect(screen.getByText('192.0.2.7')).toBeTruthy()
    },
  )

  test('layout1, small screens and pages without a header bar have none', async () => {
    const { container } = render(<HorizontalNav />)
    expect(screen.queryByRole('navigation')).toBeNull()
    await settingsAre({ layoutStyle: 'layout2', headerBarHide: true })
    expect(container.innerHTML).toBe('')
    await settingsAre({ layoutStyle: 'layout2' })
    setScreen(false)
    expect(container.innerHTML).toBe('')
  })
})

test('the chosen direction of the page stays at a change of the language', async () => {
  await import('./apply-layout.ts')
  setDirection('rtl')
  expect(document.documentElement.dir).toBe('rtl')
  await setLocale('en')
  expect(document.documentElement.dir).toBe('rtl')
  setDirection('')
  expect(document.documentElement.dir).toBe('ltr')
})
