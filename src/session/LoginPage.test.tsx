import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { hydrate } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { afterEach, expect, test, vi } from 'vitest'
import { failed } from '../contract/result.ts'
import { loadRest } from '../i18n/index.ts'
import { LoginPage } from './LoginPage.tsx'
import { session, signedOut } from './state.ts'

const login = vi.hoisted(() => vi.fn())
vi.mock('./actions.ts', () => ({ login }))

const name = () => screen.getByLabelText<HTMLInputElement>('Kullanıcı adı veya e-posta')
const password = () => screen.getByLabelText<HTMLInputElement>('Şifre')
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Giriş yap/ })
const type = (field: HTMLInputElement, value: string) => fireEvent.input(field, { target: { value } })

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
  login.mockReset()
})

test('the button waits for four characters in both fields, and a short text says so when it is left', () => {
  render(<LoginPage />)
  expect(submit().disabled).toBe(true)
  type(name(), 'abc')
  expect(screen.queryByText('En az 4 karakter girin')).toBeNull()
  fireEvent.focusOut(name())
  fireEvent.blur(name())
  expect(screen.getByText('En az 4 karakter girin').id).toBe(name().getAttribute('aria-describedby'))
  type(name(), 'abcd')
  type(password(), '12345')
  expect(screen.queryByText('En az 4 karakter girin')).toBeNull()
  expect(submit().disabled).toBe(false)
})

test('a refusal shows at its field with its parameters, and goes when the field is changed', async () => {
  await loadRest()
  login.mockResolvedValue(failed('auth', { code: 10700, params: { left_count: 2, block_time: 15 } }))
  render(<LoginPage />)
  type(name(), 'deniz')
  type(password(), 'wrong-one')
  fireEvent.click(submit())
  const text = await screen.findByText(/Kalan deneme: 2.*15 dakika/)
  expect(text.id).toBe(password().getAttribute('aria-describedby'))
  expect(password().getAttribute('aria-invalid')).toBe('true')
  expect(name().value).toBe('deniz')
  type(password(), 'wrong-two')
  expect(screen.queryByText(/Kalan deneme/)).toBeNull()
})

test('what is about no field shows above them, as text whatever it holds', async () => {
  login.mockResolvedValue(failed('refused', { code: 99, message: '<img src=x onerror=alert(1)>' }))
  const { container } = render(<LoginPage />)
  type(name(), 'deniz')
  type(password(), 'right-one')
  fireEvent.click(submit())
  await screen.findByText('<img src=x onerror=alert(1)>')
  expect(container.querySelector('img')).toBeNull()
})

test('a second press while the first is under way does nothing', async () => {
  let answer = (_: unknown) => {}
  login.mockReturnValue(new Promise((done) => (answer = done)))
  render(<LoginPage />)
  type(name(), 'deniz')
  type(password(), 'right-one')
  const form = submit().form
  if (!form) throw new Error('no form')
  fireEvent.submit(form)
  fireEvent.submit(form)
  await waitFor(() => expect(login).toHaveBeenCalledOnce())
  expect(submit().getAttribute('aria-busy')).toBe('true')
  answer(failed('network'))
  await screen.findByText('Ağ hatası, lütfen bağlantınızı kontrol edin')
  expect(submit().disabled).toBe(false)
})

test("the reason of the last session's end is said", () => {
  signedOut({ kind: 'expired' })
  render(<LoginPage />)
  expect(screen.getByRole('status').textContent).toMatch(/süresi doldu/)
  signedOut()
  expect(session.value.status).toBe('guest')
})

test('the page that was drawn ahead is taken over with what was typed into it and where the cursor is', () => {
  const root = document.createElement('div')
  document.body.append(root)
  const page = new DOMParser().parseFromString(renderToString(<LoginPage />), 'text/html')
  root.append(...page.body.childNodes)
  const before = name()
  before.value = 'typed-early'
  password().value = 'also-early'
  before.focus()
  act(() => hydrate(<LoginPage />, root))
  expect(submit().disabled).toBe(false)
  expect(name()).toBe(before)
  expect(before.value).toBe('typed-early')
  expect(document.activeElement).toBe(before)
  type(password(), 'ab')
  expect(submit().disabled).toBe(true)
})
