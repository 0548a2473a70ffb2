import { act, cleanup, render, waitFor } from '@testing-library/preact'
import { render as draw } from 'preact'
import { afterEach, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { slotPart } from '../core/frame/slots.ts'
import { setGate } from '../core/gates/state.ts'
import { startGuard } from '../core/router/guard.ts'
import { setSignedIn, setSignedOut } from '../core/session/state.ts'
import { user } from '../core/session/user.fake.ts'
import { setSettings } from '../core/settings/set-settings.fake.ts'
import { LobbyBanners } from '../features/branding/Banners.tsx'
import { Logo } from '../features/branding/Logo.tsx'
import { setLocale } from '../i18n/index.ts'
import { runDeferredStartup } from './deferred-startup.tsx'
import { pageServices } from './late-signed-in.ts'
import { operatorParts, PersistentLayer } from './PersistentLayer.tsx'

const startClickSound = vi.hoisted(() => vi.fn())
vi.mock('./page-services.chunk.ts', () => ({ startClickSound }))
const registerLoginExtras = vi.hoisted(() => vi.fn())
vi.mock('../features/extras/extras.chunk.tsx', () => ({ registerLoginExtras }))

const html = document.documentElement
let warn: MockInstance
let pictures: { src: string; onload(): void; onerror(): void }[] = []

const operatorSets = (settings: object) => act(() => setSettings(settings))
const go = (path: string) =>
  act(() => {
    history.replaceState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  })
const section = () => document.querySelector('aside section')
const links = () =>
  [...document.querySelectorAll<HTMLAnchorElement>('aside section a')].map((link) => [
    link.textContent,
    link.getAttribute('href'),
    link.rel,
    link.target,
  ])

beforeAll(() => operatorParts.preload())
beforeEach(() => {
  startGuard()
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  pictures = []
  vi.stubGlobal(
    'Image',
    class {
      src = ''
      onload() {}
      onerror() {}
      constructor() {
        pictures.push(this)
      }
    },
  )
  act(() => setSignedOut())
})
afterEach(async () => {
  cleanup()
  document.body.replaceChildren()
  await setLocale('tr')
  act(() => setGate(undefined))
  for (const name of ['data-splash', 'data-login-banners']) html.removeAttribute(name)
  html.removeAttribute('style')
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const LINKS = [
  { kind: 'telegram', url: 'https://t.me/x' },
  { kind: 'phone', title: { tr: 'Bizi arayın', en: 'Call us' }, url: 'tel:+90 212' },
  { kind: 'email', url: 'mailto:help@example.com' },
]

describe('beside the login', () => {
  test("the contact links are shown where enabled, in the page's language, with safe rel attributes", async () => {
    await operatorSets({ loginContact: true, contactLinks: LINKS })
    render(<PersistentLayer />)
    await go('/login')
    expect(links()).toEqual([
      ['Telegram', 'https://t.me/x', 'noopener noreferrer', '_blank'],
      ['Bizi arayın', 'tel:+90 212', '', ''],
      ['E-posta', 'mailto:help@example.com', '', ''],
    ])
    await act(() => setLocale('en'))
    expect(links().map(([text]) => text)).toEqual(['Telegram', 'Call us', 'E-mail'])
  })

  test('disabled contact links are hidden; the support lines remain, and nothing without settings', async () => {
    await operatorSets({ loginContact: false, contactLinks: LINKS, supportWhatsapp: 'https://wa.me/90' })
    render(<PersistentLayer />)
    await go('/login')
    expect(links().map(([text]) => text)).toEqual(['WhatsApp hattı'])
    await operatorSets({ contactLinks: LINKS })
    expect(section()).toBeNull()
    expect(document.querySelector('aside')).toBeNull()
  })

  test("its banners are shown, and not the lobby's; one whose image fails is left out", async () => {
    const banners = [
      { place: 'login', image: '/1.jpg', title: 'Bir', url: 'https://a.example' },
      { place: 'login', image: '/2.jpg', title: '' },
      { place: 'lobby', image: '/3.jpg', title: 'Üç' },
    ]
    await operatorSets({ banners })
    render(<PersistentLayer />)
    await go('/login')
    const shown = () => [...document.querySelectorAll('img')].map((img) => img.getAttribute('src'))
    expect(shown()).toEqual(['/1.jpg', '/2.jpg'])
    expect(document.querySelector('img')?.closest('a')?.rel).toBe('noopener noreferrer')
    expect(html.hasAttribute('data-login-banners')).toBe(true)
    await act(() => void document.querySelector('img')?.dispatchEvent(new Event('error')))
    expect(shown()).toEqual(['/2.jpg'])
  })

  test('it is removed after the login, and not shown before a gate', async () => {
    await operatorSets({ loginContact: true, contactLinks: LINKS })
    render(<PersistentLayer />)
    await go('/login')
    await act(() => setGate({ kind: 'checking' }))
    expect(section()).toBeNull()
    await act(() => setGate(undefined))
    expect(section()).not.toBeNull()
    await act(() => setSignedIn('t', user))
    expect(document.querySelector('aside')).toBeNull()
  })
})

test('the lobby has its banners; other pages and brand pages have none', async () => {
  await operatorSets({ banners: [{ place: 'lobby', image: '/3.jpg', title: 'Üç' }] })
  act(() => setSignedIn('t', user))
  render(<LobbyBanners />)
  await go('/lobby')
  expect(document.querySelector('img')?.alt).toBe('Üç')
  for (const path of ['/profile', '/lobby/3/Nar', '/lobby/3']) {
    await go(path)
    expect(document.querySelector('img')).toBeNull()
  }
  await go('/lobby')
  expect(document.querySelector('img')).not.toBeNull()
  await operatorSets({})
  expect(document.querySelector('img')).toBeNull()
})

test('the logo replaces the mark; without a logo, or if it fails, the mark is shown', async () => {
  await operatorSets({ logo: '/our/logo.svg' })
  const { container } = render(<Logo />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/our/logo.svg')
  await act(() => void container.querySelector('img')?.dispatchEvent(new Event('error')))
  expect(container.querySelector('.mark')).not.toBeNull()
  await operatorSets({ logo: '/our/other.svg' })
  expect(container.querySelector('img')).not.toBeNull()
  await operatorSets({})
  expect(container.querySelector('.mark')).not.toBeNull()
})

const FRAME_SLOTS = [
  'logo',
  'search',
  'shortcuts',
  'toolbar',
  'belowPage',
  'support',
  'navbar',
  'horizontalNav',
] as const

describe('after the first screen is ready', () => {
  test('branding is added, images after loading; the colours are stored for the next visit', async () => {
    const style = document.createElement('style')
    style.textContent = `:root { --colorNeutralBackground1: #120d0a; --colorBrandBackground: #ffb547;
      --colorNeutralForeground1: #f7ecdf; --colorStatusDangerForeground1: #ff6b5e }`
    document.head.append(style)
    await operatorSets({
      accentColor: '#2fd0c8',
      logo: '/our/logo.svg',
      splashLogo: '/our/splash.svg',
      banners: [{ place: 'lobby', image: '/3.jpg', title: '' }],
      supportWhatsapp: 'https://wa.me/90',
    })
    await act(() => runDeferredStartup(draw))
    await waitFor(() => {
      expect(localStorage.getItem('reelcast.look')).toContain('--colorBrandBackground:#2fd0c8')
      expect(FRAME_SLOTS.filter((slot) => slotPart(slot).value)).toEqual(['belowPage', 'support'])
    })
    expect(pictures.map(({ src }) => src)).toEqual(['/our/logo.svg', '/our/splash.svg'])
    await act(() => {
      for (const picture of pictures) picture.onload()
    })
    await waitFor(() => expect(slotPart('logo').value).toBe(Logo))
    await waitFor(() => expect(html.hasAttribute('data-splash')).toBe(true))
    expect(html.style.getPropertyValue('--splashLogo')).toMatch(/^url\("http:.*\/our\/splash\.svg"\)$/)
    await operatorSets({})
    await waitFor(() => expect(localStorage.getItem('reelcast.look')).toBeNull())
    style.remove()
  })

  test('the click sound starts with a player, where the operator has switched it on', async () => {
    await operatorSets({ clickSound: false })
    await act(() => runDeferredStartup(draw))
    await act(() => setSignedIn('t', user))
    await operatorSets({ clickSound: true })
    await act(() => setSignedOut())
    expect(startClickSound).not.toHaveBeenCalled()
    await act(() => setSignedIn('t', user))
    expect(startClickSound).not.toHaveBeenCalled()
    await act(() => pageServices.preload())
    expect(startClickSound).toHaveBeenCalled()
  })

  test('the extras load with the login where the operator has switched them on', async () => {
    await operatorSets({})
    await act(() => runDeferredStartup(draw))
    await vi.dynamicImportSettled()
    expect(registerLoginExtras).not.toHaveBeenCalled()
    await operatorSets({ extras: true })
    await waitFor(() => expect(registerLoginExtras).toHaveBeenCalled())
  })

  test('a failed image is logged for the operator, and the mark stays', async () => {
    await operatorSets({ splashLogo: '/our/none.svg' })
    await act(() => runDeferredStartup(draw))
    await act(() => pictures.at(-1)?.onerror())
    await waitFor(() =>
      expect(warn.mock.calls.flat().join()).toContain('splashLogo does not come: /our/none.svg'),
    )
    expect(html.hasAttribute('data-splash')).toBe(false)
  })
})
