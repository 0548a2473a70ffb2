import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
// It makes history report a changed address.
import 'wouter/use-browser-location'
import { statementContacts } from '../../core/info-pages/late.ts'
import { startGuard } from '../../core/router/guard.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { user } from '../../core/session/user.fake.ts'
import { setSettings } from '../../core/settings/set-settings.fake.ts'
import { setLocale } from '../../i18n/index.ts'
import { localize } from '../../i18n/localize.ts'
import { FooterLayer } from './Footer.tsx'
import { Information } from './Information.tsx'

startGuard()

const answers = vi.fn(async (_path: string) => new Response(''))

async function settingsAre(over: object): Promise<void> {
  await act(() => setSettings(over))
  vi.stubGlobal('fetch', answers)
}
const links = () => screen.queryAllByRole<HTMLAnchorElement>('link')
const dialog = () => document.querySelector('dialog')
const frame = () => document.querySelector('iframe')
const openPage = (name = 'Ödeme Tabloları') => {
  render(<FooterLayer />)
  fireEvent.click(screen.getByRole('link', { name }))
}
const closeButton = () => screen.getByRole('button', { name: 'Kapat' })

beforeEach(async () => {
  answers.mockImplementation(async () => new Response(''))
  await setLocale('tr')
  await settingsAre({ externalInfo: true })
  setSignedIn('t', user)
  history.replaceState(null, '', '/lobby')
})
afterEach(() => {
  cleanup()
  setSignedOut()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

describe('the footer', () => {
  test('always shows the version; the links only where enabled', async () => {
    await settingsAre({ externalInfo: false })
    render(<FooterLayer />)
    expect(screen.getByRole('contentinfo').textContent).toMatch(/^UI Sürümü: v\d+\.\d+\.\d+$/)
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(links()).toEqual([])
    await settingsAre({ externalInfo: true })
    expect(screen.getByRole('navigation', { name: 'Bilgi sayfaları' })).toBeTruthy()
    expect(links()).toHaveLength(7)
  })

  test("links the pages in order, in the player's language", async () => {
    render(<FooterLayer />)
    await act(() => setLocale('en'))
    expect(links().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Password Reset Procedure', '/password-reset.html#en'],
      ['Game Rules and Content', '/game-rules-and-content.html#en'],
      ['Player Protection Information', '/player-protection-information.html#en'],
      ['Terms of Use', '/terms-of-use.html#en'],
      ['Privacy Policy', '/privacy-policy.html#en'],
      ['Paytables', '/paytables.html#en'],
      ['Accessibility Statement', '/accessibility-statement.html#en'],
    ])
    expect(screen.getByText(/^UI Version: v/)).toBeTruthy()
    await act(() => setLocale('ar'))
    expect(links()[5]?.getAttribute('href')).toBe('/paytables.html#ar')
  })

  test("a link opens its page in a dialog with the link's title", async () => {
    render(<FooterLayer />)
    const link = screen.getByRole('link', { name: 'Ödeme Tabloları' })
    const left = fireEvent.click(link)
    expect(left).toBe(false)
    expect(dialog()?.open).toBe(true)
    expect(dialog()?.dataset.full).toBe('')
    const title = document.getElementById(dialog()?.getAttribute('aria-labelledby') ?? '')
    expect(title?.textContent).toBe('Ödeme Tabloları')
    expect(frame()?.getAttribute('src')).toBe('/paytables.html#tr')
    expect(frame()?.title).toBe('Ödeme Tabloları')
  })

  test('the contacts of the operator are below the accessibility statement, and below no other page', async () => {
    const phone = { kind: 'phone', title: '0212 000 00 00', url: 'tel:+902120000000' }
    const supportWhatsapp = 'https://wa.me/900000000000'
    await settingsAre({ externalInfo: true, contactLinks: [phone], supportWhatsapp })
    render(<FooterLayer />)
    const contacts = async (name: string) => {
      fireEvent.click(screen.getByRole('link', { name }))
      await act(statementContacts.preload)
      const found = screen.queryByRole('region', { name: 'Bize ulaşın' })
      const urls = [...(found?.querySelectorAll('a') ?? [])].map((link) => link.getAttribute('href'))
      fireEvent.click(closeButton())
      return urls
    }
    expect(await contacts('Gizlilik Politikası')).toEqual([])
    expect(await contacts('Erişilebilirlik Bildirimi')).toEqual([supportWhatsapp, phone.url])
  })

  test('the framed page may not run scripts, send forms or open windows', () => {
    openPage('Gizlilik Politikası')
    expect(frame()?.getAttribute('sandbox')).toBe('allow-same-origin')
    expect(frame()?.getAttribute('referrerpolicy')).toBe('no-referrer')
  })

  test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }])(
    'with %o the link opens a new tab',
    (more) => {
      render(<FooterLayer />)
      const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...more })
      const seen = vi.fn()
      document.addEventListener(
        'click',
        (clicked) => {
          seen(clicked.defaultPrevented)
          clicked.preventDefault()
        },
        { once: true },
      )
      fireEvent(screen.getByRole('link', { name: 'Kullanım Koşulları' }), event)
      expect(seen).toHaveBeenCalledExactlyOnceWith(false)
      expect(dialog()).toBeNull()
    },
  )

  test('the dialog is open before its page is requested', async () => {
    render(<FooterLayer />)
    // Outside act, so that effects run after the paint, as in a browser.
    screen.getByRole('link', { name: 'Ödeme Tabloları' }).click()
    await Promise.resolve()
    expect(dialog()?.open).toBe(true)
    expect(frame()).toBeNull()
    await waitFor(() => expect(frame()).toBeTruthy())
  })

  test('the page is shown after it has loaded', async () => {
    let answer = (_: Response) => {}
    answers.mockReturnValue(new Promise((done) => (answer = done)))
    openPage()
    const page = frame()
    if (!page) throw new Error('the dialog has no iframe')
    const busy = () => page.parentElement?.getAttribute('aria-busy')
    act(() => void fireEvent.load(page))
    expect([page.dataset.loaded, busy()]).toEqual([undefined, 'true'])
    await act(async () => answer(new Response('')))
    await waitFor(() => expect([page.dataset.loaded, busy()]).toEqual(['', 'false']))
  })

  test.each([
    ['is missing', async () => new Response('', { status: 404 })],
    ['cannot be fetched', () => Promise.reject(new TypeError('offline'))],
  ])('a page that %s shows an error and Retry', async (_, none) => {
    answers.mockImplementationOnce(none)
    openPage()
    const again = await screen.findByRole('button', { name: 'Tekrar dene' })
    expect(screen.getByRole('alert').textContent).toContain('Sayfa açılamadı')
    expect(frame()).toBeNull()
    fireEvent.click(again)
    await waitFor(() => expect(frame()).toBeTruthy())
    expect(answers).toHaveBeenCalledTimes(2)
  })

  test('the dialog closes on its button, on Escape and on a click outside, not inside', async () => {
    render(<FooterLayer />)
    const open = () => fireEvent.click(screen.getByRole('link', { name: 'Ödeme Tabloları' }))
    open()
    fireEvent.click(screen.getByRole('heading', { name: 'Ödeme Tabloları' }))
    expect(dialog()).toBeTruthy()
    fireEvent.click(closeButton())
    expect(dialog()).toBeNull()
    open()
    act(() => dialog()?.close())
    expect(dialog()).toBeNull()
    open()
    fireEvent.click(dialog() as HTMLDialogElement)
    expect(dialog()).toBeNull()
  })

  test('an answer after the dialog has closed is ignored', async () => {
    let answer = (_: Response) => {}
    answers.mockReturnValue(new Promise((done) => (answer = done)))
    openPage()
    fireEvent.click(closeButton())
    await act(async () => answer(new Response('', { status: 404 })))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(links()).toHaveLength(7)
  })
})

describe('Information', () => {
  test('is shown only if a text is configured, and opens a dialog with that title', async () => {
    render(<Information />)
    expect(screen.queryByRole('button')).toBeNull()
    await settingsAre({ informationText: 'Salon 10.00–02.00 arası açık.\nİyi eğlenceler.' })
    fireEvent.click(screen.getByRole('button', { name: 'Bilgilendirme' }))
    expect(screen.getByRole('heading', { name: 'Bilgilendirme' })).toBeTruthy()
    expect(screen.getByText(/Salon 10\.00–02\.00 arası açık\.\s+İyi eğlenceler\./)).toBeTruthy()
    fireEvent.click(closeButton())
    expect(dialog()).toBeNull()
  })

  test('its text is localized, and markup is shown as text', async () => {
    await settingsAre({ informationText: { tr: 'Merhaba', en: '<b>Hello</b>' } })
    render(<Information />)
    await act(() => setLocale('en'))
    fireEvent.click(screen.getByRole('button', { name: 'Information' }))
    expect(screen.getByText('<b>Hello</b>')).toBeTruthy()
  })

  test.each([
    ['Merhaba', 'en', 'Merhaba'],
    [{ tr: 'a', en: 'b' }, 'en', 'b'],
    [{ tr: 'a', en: ' ' }, 'en', 'a'],
    [{ ar: 'c' }, 'en', 'c'],
    [{}, 'tr', ''],
    ['  ', 'tr', ''],
  ] as const)('of %j a player with %s sees %j', (text, language, read) => {
    expect(localize(text, language)).toBe(read)
  })
})

describe('around the page', () => {
  test.each([
    ...['/lobby', '/lobby/3/Nar', '/profile', '/slot-sessions', '/transactions'].map((path) => [path, 1]),
    ...['/game/7/Nar%2007', '/logout', '/pages/errors/error-404'].map((path) => [path, 0]),
  ] as [string, number][])('%s has %i footers', (path, count) => {
    history.replaceState(null, '', path)
    render(<FooterLayer />)
    expect(screen.queryAllByRole('contentinfo')).toHaveLength(count)
  })

  test('the footer is removed with the session, and a dialog with its page', () => {
    openPage()
    act(() => history.pushState(null, '', '/game/7/Nar%2007'))
    expect(dialog()).toBeNull()
    act(() => history.pushState(null, '', '/lobby'))
    expect(links()).toHaveLength(7)
    expect(dialog()).toBeNull()
    act(() => setSignedOut())
    expect(screen.queryByRole('contentinfo')).toBeNull()
  })
})
