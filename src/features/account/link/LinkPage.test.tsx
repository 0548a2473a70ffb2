import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { loadOfetch } from '../../../net/load-ofetch.ts'
import { decide, readCode } from './actions.ts'
import { LinkPage } from './LinkPage.tsx'

const QUESTION = { venue: 'Bosfor', screen: '4', seconds: 30 }
/** Answers the pending request. */
let answer = (_body: object, _status?: number) => {}
/** The body of the last request. */
let sent = (): unknown => undefined

beforeAll(async () => {
  await loadOfetch()
})
beforeEach(() => {
  setSignedIn('t', user)
  vi.stubGlobal('fetch', (_: string, { body }: RequestInit) => {
    sent = () => JSON.parse(String(body))
    return new Promise((resolve) => {
      answer = (body, status = 200) => resolve(Response.json(body, { status }))
    })
  })
  render(<LinkPage />)
})
afterEach(() => {
  cleanup()
  setSignedOut()
  vi.unstubAllGlobals()
})

const page = () => screen.getByTestId('link')
async function submitCode(code = 'ABCD-EFGH') {
  fireEvent.input(screen.getByRole('textbox'), { target: { value: code } })
  await act(async () => screen.getByRole('button', { name: 'Devam et' }).click())
}
const receive = (body: object, status?: number) => act(async () => answer(body, status))

test('an unreadable code in the address shows the empty field, and leaves the address', () => {
  cleanup()
  history.replaceState(null, '', '/profile/link#100%')
  render(<LinkPage />)
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('')
  expect(location.hash).toBe('')
})

test('the focus moves to the question, and then to what the decision has done', async () => {
  await submitCode()
  await receive(QUESTION)
  const heading = await screen.findByRole('heading', { level: 2 })
  expect(heading.textContent).toContain('giriş yapmak istiyor')
  expect(document.activeElement).toBe(heading)
  await act(async () => screen.getByRole('button', { name: 'Orada giriş yap' }).click())
  await receive({})
  const outcome = await screen.findByRole('status')
  expect(outcome.textContent).toContain('Ekranda girişiniz yapılıyor')
  expect(document.activeElement).toBe(outcome)
})

test('a code that was pasted with invisible characters is sent without them', async () => {
  await submitCode('\u200f\u2067ABCD-ＥＦＧ７\u2069')
  expect(sent()).toEqual({ code: 'ABCD-EFG7' })
})

test('a code that was sent too often stays in its field, before and after the question', async () => {
  const codeIn = async () => (await screen.findByRole<HTMLInputElement>('textbox')).value
  await submitCode()
  await receive({}, 429)
  expect(await codeIn()).toBe('ABCD-EFGH')
  await submitCode()
  await receive(QUESTION)
  const accept = await screen.findByRole('button', { name: 'Orada giriş yap' })
  await act(async () => accept.click())
  await receive({}, 429)
  expect(await codeIn()).toBe('ABCD-EFGH')
})

test('a refused code leaves the focus in its field, with the reason', async () => {
  await submitCode()
  await receive({ code: 10_000, ErrorMessage: 'x' }, 400)
  const field = await screen.findByRole('textbox')
  expect(document.activeElement).toBe(field)
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('a code whose answer is lost stays in its field', async () => {
  await submitCode()
  await receive({}, 502)
  expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe('ABCD-EFGH')
  await submitCode()
  await receive({ code: 60_035, ErrorMessage: 'x' }, 404)
  expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe('')
})

test('after the lost answer to a decision the code is read again, and one that is used up is no failure', async () => {
  await submitCode()
  const accept = () => screen.findByRole('button', { name: 'Orada giriş yap' })
  await receive(QUESTION)
  fireEvent.click(await accept())
  await receive({}, 502)
  await vi.waitFor(() => expect(sent()).toEqual({ code: 'ABCD-EFGH' }))
  // The decision has not arrived: it can be sent again, and may have arrived since.
  await receive(QUESTION)
  fireEvent.click(await accept())
  expect(sent()).toEqual({ code: 'ABCD-EFGH', accept: true })
  await receive({ code: 60_035, ErrorMessage: 'x' }, 404)
  await vi.waitFor(() => expect(sent()).toEqual({ code: 'ABCD-EFGH' }))
  await receive({ code: 60_035, ErrorMessage: 'x' }, 404)
  const field = await screen.findByRole<HTMLInputElement>('textbox')
  expect([field.getAttribute('aria-invalid'), field.value]).toEqual([null, ''])
  expect(document.activeElement).toBe(field)
  expect(screen.getByRole('alert').textContent).toMatch(/^Sunucudan yanıt gelmedi. Ekrana bakın/)
})

test.each([
  ['was left', () => {}],
  ['belonged to another player', () => setSignedIn('t2', { ...user, id: '8' })],
])('an answer for a page that %s is dropped', async (_, then) => {
  const reading = readCode('ABCDEFGH')
  act(() => {
    cleanup()
    then()
  })
  render(<LinkPage />)
  answer(QUESTION)
  await act(() => reading)
  expect(page().textContent).not.toContain('Bosfor')
  expect(screen.getByRole('textbox')).toBeTruthy()
})

test('the answer to a decision does not reach the next player', async () => {
  const reading = readCode('ABCDEFGH')
  answer(QUESTION)
  await act(() => reading)
  expect(page().textContent).toContain('Bosfor')
  const deciding = decide(true)
  act(() => {
    setSignedOut()
    setSignedIn('t2', { ...user, id: '8' })
  })
  answer({})
  await act(() => deciding)
  expect(page().textContent).not.toContain('Ekranda girişiniz yapılıyor')
})
