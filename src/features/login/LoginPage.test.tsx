import type { Signal } from '@preact/signals-react'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { hydrate } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { afterEach, expect, test, vi } from 'vitest'
import en from '../../../locales/en.json'
import { failed } from '../../contract/result.ts'
import { setSignedOut } from '../../core/session/state.ts'
import { loadCodeTexts, setLocale } from '../../i18n/index.ts'
import { LoginPage } from './LoginPage.tsx'

const login = vi.hoisted(() => vi.fn())
const texts = vi.hoisted(() => ({ failed: undefined as Signal<string | undefined> | undefined }))
vi.mock('../../i18n/index.ts', async (original) => {
  const { signal } = await import('@preact/signals-react')
  texts.failed = signal()
  return { ...(await original<object>()), failedLocale: texts.failed }
})
vi.mock('../../core/session/actions.ts', () => ({ login }))

const name = () => screen.getByLabelText<HTMLInputElement>('Kullanıcı adı veya e-posta')
const password = () => screen.getByLabelText<HTMLInputElement>('Şifre')
const remember = () => screen.getByLabelText<HTMLInputElement>('Beni hatırla')
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Giriş yap/ })
/** Whether the button logs nobody in. */
const isOff = () => submit().getAttribute('aria-disabled') === 'true'
const type = (field: HTMLInputElement, value: string) => fireEvent.input(field, { target: { value } })

/** Presses the button with these in the fields. */
function logIn(username: string, word = 'right-one'): void {
  type(name(), username)
  type(password(), word)
  fireEvent.click(submit())
}

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  login.mockReset()
  vi.useRealTimers()
})

/** Submits a login with this name, which the server refuses. */
async function refusedAs(username: string, details: Parameters<typeof failed>[1]) {
  await loadCodeTexts()
  login.mockResolvedValue(failed('refused', details))
  logIn(username, 'wrong-one')
  await waitFor(() => expect(submit().getAttribute('aria-busy')).toBeNull())
}
const pass = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms)
  })
/** The visible text of the user name's error; `readOut` is the announced one. */
const seen = () => document.querySelector('#username-error [aria-hidden]')?.textContent
const readOut = () => document.querySelector('#username-error .quiet-text')?.textContent

test('the button needs four characters in both fields, and a short one shows an error on blur', () => {
  render(<LoginPage />)
  expect(isOff()).toBe(true)
  type(name(), 'abc')
  expect(screen.queryByText('En az 4 karakter girin')).toBeNull()
  fireEvent.blur(name())
  expect(screen.getByText('En az 4 karakter girin').id).toBe(name().getAttribute('aria-describedby'))
  type(name(), 'abcd')
  type(password(), '12345')
  expect(screen.queryByText('En az 4 karakter girin')).toBeNull()
  expect(isOff()).toBe(false)
})

test.each([
  [
    '',
    '',
    'username',
    ['Kullanıcı adı veya e-posta: En az 4 karakter girin', 'Şifre: En az 4 karakter girin'],
  ],
  ['deniz', '', 'password', ['', 'Şifre: En az 4 karakter girin']],
  ['abc', '12345', 'username', ['En az 4 karakter girin', '']],
])('a press with "%s" and "%s" focuses the %s and names what is missing', (username, word, first, errors) => {
  render(<LoginPage />)
  logIn(username, word)
  expect(document.activeElement?.id).toBe(first)
  const shown = ['username', 'password'].map((id) => document.getElementById(`${id}-error`)?.textContent)
  expect(shown).toEqual(errors)
  expect(login).not.toHaveBeenCalled()
})

test('neither the name nor a shown password is sent to a spell checker', () => {
  render(<LoginPage />)
  for (const field of [name(), password()]) expect(field.getAttribute('spellcheck')).toBe('false')
})

test('a refusal is shown at its field with its parameters, and clears when the field changes', async () => {
  await loadCodeTexts()
  login.mockResolvedValue(failed('auth', { code: 10700, params: { left_count: 2, block_time: 15 } }))
  render(<LoginPage />)
  logIn('deniz', 'wrong-one')
  const text = await screen.findByText(/Kalan deneme: 2.*15 dakika/)
  expect(text.id).toBe(password().getAttribute('aria-describedby'))
  expect(password().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(password())
  expect(name().value).toBe('deniz')
  type(password(), 'wrong-two')
  expect(screen.queryByText(/Kalan deneme/)).toBeNull()
})

test('an error about no field is shown above the form, as plain text', async () => {
  login.mockResolvedValue(failed('refused', { code: 99, message: '<img src=x onerror=alert(1)>' }))
  const { container } = render(<LoginPage />)
  logIn('deniz')
  await screen.findByText('<img src=x onerror=alert(1)>')
  expect(container.querySelector('img')).toBeNull()
})

test('a language whose texts do not come is reported', () => {
  render(<LoginPage />)
  const setFailed = (language?: string) =>
    act(() => {
      if (texts.failed) texts.failed.value = language
    })
  setFailed('en')
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('Ağ hatası, lütfen bağlantınızı kontrol edin')
  setFailed()
})

test('a second press during the request does nothing', async () => {
  let answer = (_: unknown) => {}
  login.mockReturnValue(new Promise((done) => (answer = done)))
  render(<LoginPage />)
  type(name(), 'deniz')
  type(password(), 'right-one')
  const form = submit().form
  if (!form) throw new Error('the page has no form')
  fireEvent.submit(form)
  fireEvent.submit(form)
  await waitFor(() => expect(login).toHaveBeenCalledOnce())
  expect(submit().getAttribute('aria-busy')).toBe('true')
  answer(failed('network'))
  await screen.findByText('Ağ hatası, lütfen bağlantınızı kontrol edin')
  expect(isOff()).toBe(false)
})

test('a lockout counts down at the user name, which cannot log in until its end', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  render(<LoginPage />)
  const blockedName = 'blocked'
  const first = '1:01'
  await refusedAs(blockedName, { code: 10702, params: { seconds: 61 } })
  expect(seen()).toMatch(/korumaya alındı\. 1:01 sonra/)
  expect(document.activeElement).toBe(name())
  expect(name().getAttribute('aria-invalid')).toBe('true')
  expect(screen.queryByText(/Kalan deneme/)).toBeNull()
  expect(isOff()).toBe(true)
  login.mockClear()
  const { form } = submit()
  if (form) fireEvent.submit(form)
  expect(login).not.toHaveBeenCalled()

  const announced = readOut()
  expect(announced).toContain(first)
  await pass(2_000)
  expect(seen()).not.toContain(first)
  expect(readOut()).toBe(announced)
  expect(document.querySelector('#username-error')?.getAttribute('aria-live')).toBe('polite')

  // Another name is not locked out; other spellings of this one are.
  type(name(), 'somebody-else')
  expect(isOff()).toBe(false)
  expect(seen()).toBeUndefined()
  type(name(), ` ${blockedName.toUpperCase()} `)
  expect(isOff()).toBe(true)

  await pass(58_000)
  expect(seen()).toContain('0:01')
  await pass(1_250)
  expect(seen()).toBeUndefined()
  expect(isOff()).toBe(false)
})

test('sleep counts, and a clock set back does not prolong the lockout', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  render(<LoginPage />)
  await refusedAs('sleeper', { code: 10702, params: { seconds: 600 } })
  vi.setSystemTime(Date.now() + 300_000)
  await pass(1_000)
  expect(seen()).toContain('4:59')
  vi.setSystemTime(Date.now() - 86_400_000)
  await pass(600_000)
  expect(isOff()).toBe(false)
})

test('an answer after leaving the page is ignored', async () => {
  await loadCodeTexts()
  let answer = (_: unknown) => {}
  login.mockReturnValue(new Promise((done) => (answer = done)))
  const { unmount } = render(<LoginPage />)
  logIn('deniz-3')
  await waitFor(() => expect(login).toHaveBeenCalledOnce())
  unmount()
  answer(failed('refused', { code: 10702, params: { seconds: 5 } }))
  const { isLockedOut } = await import('./login-lockout.tsx')
  await waitFor(() => expect(isLockedOut('deniz-3')).toBe(true))
  render(<LoginPage />)
  expect(isOff()).toBe(true)
})

test.each([
  ['logout', /Yine bekleriz/, null],
  ['elsewhere', /Başka bir sekmede çıkış/, 'bad'],
  ['idle', /Ekrana dokunulmadığı için/, null],
  ['replaced', /başka bir oyuncu giriş yaptı/, 'bad'],
  ['expired', /süresi doldu/, 'bad'],
  ['unauthorized', /geçerli değil/, 'bad'],
  ['failed', /Otomatik giriş yapılamadı/, 'bad'],
  ['notAllowed', /Bu bağlantıyla giriş yapılamıyor/, 'bad'],
] as const)('the end reason "%s" is shown', async (kind, text, look) => {
  await loadCodeTexts()
  setSignedOut({ kind })
  render(<LoginPage />)
  expect(screen.getByRole('status').textContent).toMatch(text)
  expect(screen.getByRole('status').getAttribute('data-kind')).toBe(look)
})

test.each([
  [{ code: 10704, message: 'x' }, 'Hesabınız engellendi'],
  [{ code: 99_999, message: '<b>closed</b>' }, '<b>closed</b>'],
  [{ code: 99_999, message: '' }, 'Oturumunuz geçerli değil. Lütfen yeniden giriş yapın.'],
])("the server's text at the end of a session (%j) is shown", async (told, text) => {
  await loadCodeTexts()
  setSignedOut({ kind: 'message', params: {}, ...told })
  render(<LoginPage />)
  expect(screen.getByRole('status').textContent).toBe(text)
})

test('in English the messages are verbatim those of the specification', () => {
  const said = (text: string, words: string) => expect(text).toContain(words)
  said(en.session.expired, 'access_token expired')
  said(en.session.unauthorized, 'Invalid access_token')
  said(en.session.failed, 'Failed to login with token.')
  said(en.session.notAllowed, 'LOGIN is not allowed. Probably Access Token is no longer valid')
  said(en.failure.network, 'Network Error, please check your connection')
  said(en.login.tooShort, 'Min character length is 4')
  said(en.app.loggingOut, 'Logging out..')
  for (const end of [en.session.expired, en.session.unauthorized, en.session.failed])
    said(end, 'Please log in again')
})

test.each([
  ['Şifremi unuttum', '/password-reset.html', 'Forgot password?'],
  ['Oyuncu Koruma Bilgileri', '/player-protection-information.html', 'Player Protection Information'],
])('%s opens %s in a new tab, in the language of the login', async (name, page, english) => {
  render(<LoginPage />)
  const link = screen.getByRole('link', { name })
  expect(link.getAttribute('href')).toBe(`${page}#tr`)
  expect([link.getAttribute('target'), link.getAttribute('rel')]).toEqual(['_blank', 'noopener'])
  await act(() => setLocale('en'))
  expect(screen.getByRole('link', { name: english }).getAttribute('href')).toBe(`${page}#en`)
  await act(() => setLocale('tr'))
})

const moved = { kind: 'logout', code: 0, message: '₺43,30 bakiyenize aktarıldı.', params: {} } as const

test.each([
  ['a locked account', { code: 10702, params: { block_time: 1 } }],
  ['a wrong password', { code: 10701 }],
])('the message of the last login ends at the next attempt: %s', async (_, refusal) => {
  setSignedOut({ ...moved, locale: 'tr' })
  render(<LoginPage />)
  expect(screen.getByRole('status').textContent).toBe(moved.message)
  await refusedAs(`after-${refusal.code}`, refusal)
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('')
  type(password(), 'another-one')
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('')
})

test('in another language the message of a logout is the general one', async () => {
  setSignedOut({ ...moved, locale: 'tr' })
  render(<LoginPage />)
  await act(() => setLocale('en'))
  expect(screen.getByRole('status').textContent).toBe(en.session.logout)
  await act(() => setLocale('tr'))
  setSignedOut()
})

test('an emptied field, as by the reset of a kiosk, is not said to be too short', () => {
  render(<LoginPage />)
  type(name(), 'abc')
  fireEvent.blur(name())
  type(name(), '')
  expect(name().getAttribute('aria-invalid')).not.toBe('true')
})

test('the prerendered page is hydrated with the typed text and the caret', () => {
  const root = document.createElement('div')
  document.body.append(root)
  const page = new DOMParser().parseFromString(renderToString(<LoginPage />), 'text/html')
  root.append(...page.body.childNodes)
  const before = name()
  before.value = 'typed-early'
  password().value = 'also-early'
  remember().checked = true
  before.focus()
  act(() => hydrate(<LoginPage />, root))
  expect(isOff()).toBe(false)
  expect(name()).toBe(before)
  expect(before.value).toBe('typed-early')
  expect(document.activeElement).toBe(before)
  expect(remember().checked).toBe(true)
  type(password(), 'ab')
  expect(isOff()).toBe(true)
})

test('after an aborted login the form is usable and shows the reason', async () => {
  login.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  render(<LoginPage />)
  logIn('deniz')
  await screen.findByText('Ağ hatası, lütfen bağlantınızı kontrol edin')
  expect(isOff()).toBe(false)
})
