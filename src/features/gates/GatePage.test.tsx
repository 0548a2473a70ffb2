import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { LOCALE_CODES } from '../../contract/locales.ts'
import { type Gate, setGate } from '../../core/gates/state.ts'
import { type Locale, setLocale, setOfferedLocales } from '../../i18n/index.ts'
import { countryName, GatePage } from './GatePage.tsx'

const way = vi.hoisted(() => ({ continueAnyway: vi.fn(), runCountryCheck: vi.fn() }))
vi.mock('../../core/gates/country-check.ts', () => way)

function at(gate: Gate) {
  act(() => setGate(gate))
  render(<GatePage />)
}
const heading = () => screen.getByRole('heading', { level: 1 })
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

beforeEach(async () => {
  setOfferedLocales([])
  await setLocale('en')
})
afterEach(() => {
  cleanup()
  setGate(undefined)
  vi.clearAllMocks()
})

test('without WebRTC a notice is shown, and only the address to take along', () => {
  at({ kind: 'webrtc' })
  expect(screen.getByRole('main').textContent).toMatch(/WebRTC/)
  expect(buttons()).toEqual(['Copy address'])
})

test("the copied address holds nothing of the player's; without a clipboard it is shown", async () => {
  const writeText = vi.fn(async (_: string) => {})
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
  history.replaceState(null, '', '/lobby?token=secret')
  at({ kind: 'browser' })
  fireEvent.click(screen.getByRole('button', { name: 'Copy address' }))
  await screen.findByRole('button', { name: 'Copied' })
  expect(writeText).toHaveBeenCalledWith(location.origin)
  cleanup()
  writeText.mockRejectedValue(new DOMException('refused', 'NotAllowedError'))
  at({ kind: 'webrtc' })
  fireEvent.click(screen.getByRole('button', { name: 'Copy address' }))
  expect(await screen.findByText(location.origin)).toBeTruthy()
  history.replaceState(null, '', '/')
})

test('another browser gets a recommendation of Chrome or Safari, and a Continue button', () => {
  at({ kind: 'browser' })
  expect(heading().textContent).toMatch(/Chrome or Safari/)
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect(way.continueAnyway).toHaveBeenCalledOnce()
})

test("during the check the page shows the specification's text", () => {
  at({ kind: 'checking' })
  expect(heading().textContent).toBe('Your IP address is being checked')
  expect(screen.getByRole('main').getAttribute('aria-busy')).toBe('true')
  expect(buttons()).toEqual([])
})

describe('a country that is not permitted', () => {
  test.each([
    [
      'en',
      'We see that you are connecting from Germany with 203.0.113.9 address. Unfortunately, you are not among the permitted countries.',
    ],
    [
      'tr',
      '203.0.113.9 IP adresiyle Almanya üzerinden bağlandığınızı görüyoruz. Ne yazık ki izin verilen ülkeler arasında değilsiniz.',
    ],
    [
      'ar',
      'نرى أنك تتصل من ألمانيا بعنوان \u2068203.0.113.9\u2069. للأسف، بلدك ليس ضمن البلدان المسموح بها.',
    ],
  ] as const)('is shown in %s, with the address', async (locale: Locale, sentence) => {
    await setLocale(locale)
    at({ kind: 'blocked', country: 'DE', ip: '203.0.113.9' })
    expect(screen.getByText(sentence)).toBeTruthy()
  })

  test('may be unknown, and is shown as plain text', () => {
    at({ kind: 'blocked', country: undefined, ip: undefined })
    expect(screen.getByText(/from an unknown country with an unknown address/)).toBeTruthy()
    act(() => setGate({ kind: 'blocked', country: '<img src=x>', ip: '::1' }))
    expect(screen.getByText(/from <img src=x> with ::1 address/)).toBeTruthy()
    expect(document.querySelector('img')).toBeNull()
  })

  test.each([
    ['DE', 'tr', 'Almanya'],
    ['tr', 'en', /Türkiye|Turkey/],
    ['GB', 'ar', 'المملكة المتحدة'],
    ['Germany', 'en', 'Germany'],
    ['', 'en', ''],
    ['D1', 'en', 'D1'],
  ] as const)('%s in %s', (country, locale, name) => {
    expect(countryName(country, locale)).toMatch(name)
  })
})

test('a failed check shows an explanation and Retry', () => {
  at({ kind: 'checkFailed' })
  expect(screen.getByText(/error on network connection,? please refresh your page/i)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(way.runCountryCheck).toHaveBeenCalledOnce()
})

test('each state sets the document title and is announced; its button is next in the tab order', () => {
  at({ kind: 'checking' })
  expect(document.activeElement).toBe(heading())
  expect(document.title).toBe('Your IP address is being checked · Reelcast')
  act(() => setGate({ kind: 'checkFailed' }))
  expect(document.activeElement).toBe(heading())
  expect(document.title).toBe('Your connection could not be checked · Reelcast')
})

test('the language can be chosen where the operator allows it', async () => {
  setOfferedLocales(LOCALE_CODES)
  at({ kind: 'browser' })
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Türkçe' }))
  })
  expect(heading().textContent).toBe('Chrome veya Safari kullanmanızı öneririz')
  await act(() => setLocale('ar'))
  expect(document.documentElement.dir).toBe('rtl')
  expect(heading().textContent).toBe('ننصحك باستخدام Chrome أو Safari')
})
