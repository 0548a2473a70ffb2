import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadOfetch } from '../../net/load-ofetch.ts'
import { cleanBrowser, type FakeServer, fakeServer, leaveStored, signIn, startPage } from './server.fake.ts'

/* `?token=`: the page's first script has moved the token from the address to `window`. */
let server: FakeServer
const ada = { id: 8, username: 'ada' }
/** The server's answer by token. */
const said: Record<string, ReturnType<typeof signIn> | { status: number; body?: object } | 'down'> = {}

beforeAll(async () => {
  await loadOfetch()
})
beforeEach(() => {
  server = fakeServer()
  server.answers['/api/player/logout'] = {}
  for (const token of Object.keys(said)) delete said[token]
  server.answers['/api/validate'] = (token) => said[token ?? ''] ?? { status: 401, body: { code: 10 } }
})
afterEach(() => {
  Reflect.deleteProperty(window, 'reelcastToken')
  delete document.documentElement.dataset.kiosk
  cleanBrowser()
})

/** Switches the confirmation on. */
const confirmLinks = () => {
  server.answers['/Settings.json'] = { body: { confirmTokenInAddress: true } }
}

async function comeWith(token: string) {
  Reflect.set(window, 'reelcastToken', token)
  const page = await startPage()
  const entry = await import('./enter-with-url-token.ts')
  const { toasts } = await import('../../ui/toast.ts')
  await page.resume()
  return { ...page, ...entry, toasts }
}

test('without another session a token in the address logs in without a question, for this tab only', async () => {
  said.entry = signIn('e1', { pin_code: 'sha256:00' })
  const { session, storedPin } = await comeWith('entry')
  expect(session.value).toMatchObject({ status: 'player', token: 'e1', user: { id: '7' } })
  expect(sessionStorage.getItem('reelcast.token')).toBe('e1')
  expect(storedPin()).toBe('sha256:00')
  expect(localStorage.length).toBe(0)
  expect('reelcastToken' in window).toBe(false)
})

test.each([false, true])(
  'with confirmTokenInAddress, without a live session (a dead one stored: %s), a question names the player',
  async (isStored) => {
    confirmLinks()
    if (isStored) leaveStored(localStorage)
    said.entry = signIn('e1', ada)
    const { answerTokenQuestion, session, storedToken } = await comeWith('entry')
    expect(session.value).toEqual({ status: 'unknown', question: { next: 'ada' } })
    expect(storedToken()).toBe(isStored ? 'old' : undefined)
    await answerTokenQuestion('replace')
    expect(session.value).toMatchObject({ status: 'player', token: 'e1', user: { id: '8' } })
    expect(sessionStorage.getItem('reelcast.token')).toBe('e1')
    expect(localStorage.length).toBe(0)
  },
)

test('?kiosk in the address does not skip the question', async () => {
  confirmLinks()
  history.replaceState(null, '', '/?kiosk')
  said.entry = signIn('e1', ada)
  const { session } = await comeWith('entry')
  expect(session.value).toMatchObject({ question: { next: 'ada' } })
})

test('a player who declines stays logged out, and the token is gone', async () => {
  confirmLinks()
  said.entry = signIn('e1', ada)
  const { answerTokenQuestion, resume, session, storedToken } = await comeWith('entry')
  await answerTokenQuestion('stay')
  expect(session.value).toEqual({ status: 'guest', end: undefined })
  await resume()
  expect(session.value).toEqual({ status: 'guest', end: undefined })
  expect(storedToken()).toBeUndefined()
})

test('the settings are read before the token is used, and may disable it', async () => {
  server.answers['/Settings.json'] = { body: { tokenInAddress: false } }
  said.entry = signIn('e1')
  const { session } = await comeWith('entry')
  expect(server.requests.map(({ path }) => path)).toEqual(['/Settings.json'])
  expect(session.value).toEqual({ status: 'guest', end: undefined })
  expect('reelcastToken' in window).toBe(false)
})

test('an ignored token leaves the stored session unchanged', async () => {
  server.answers['/Settings.json'] = { body: { tokenInAddress: false } }
  leaveStored(localStorage)
  said.old = signIn('t1')
  said.entry = signIn('e1', ada)
  const { session } = await comeWith('entry')
  expect(session.value).toMatchObject({ token: 't1' })
})

test.each([localStorage, sessionStorage])(
  'for the same player there is no question, and the storage scope stays',
  async (where) => {
    leaveStored(where)
    said.old = signIn('t1')
    said.entry = signIn('e1')
    const { session } = await comeWith('entry')
    expect(session.value).toMatchObject({ status: 'player', token: 'e1' })
    expect(where.getItem('reelcast.token')).toBe('e1')
    expect(localStorage.length + sessionStorage.length).toBe(where.length)
  },
)

test('a token that is already stored is validated once', async () => {
  leaveStored(localStorage, { token: 'entry' })
  said.entry = signIn('e1')
  const { session } = await comeWith('entry')
  expect(server.requestsTo('/api/validate')).toHaveLength(1)
  expect(session.value).toMatchObject({ token: 'e1' })
  expect(localStorage.getItem('reelcast.token')).toBe('e1')
})

test('an expired stored session is replaced without a question', async () => {
  leaveStored(localStorage, { pin: 'sha256:07' })
  localStorage.setItem('reelcast.locked', '1')
  said.entry = signIn('e1', ada)
  const { session } = await comeWith('entry')
  expect(session.value).toMatchObject({ status: 'player', user: { username: 'ada' } })
  expect(localStorage.length).toBe(0)
})

async function openQuestion(where: Storage = localStorage) {
  leaveStored(where)
  said.old = signIn('t1')
  said.entry = signIn('e1', ada)
  const page = await comeWith('entry')
  expect(page.session.value).toEqual({ status: 'unknown', question: { now: 'deniz', next: 'ada' } })
  return page
}

test('a valid session of another player needs confirmation, and the player chooses', async () => {
  const { answerTokenQuestion, session } = await openQuestion()
  await answerTokenQuestion('stay')
  expect(session.value).toMatchObject({ status: 'player', token: 't1', user: { id: '7' } })
  expect(localStorage.getItem('reelcast.token')).toBe('t1')
  expect(sessionStorage.length).toBe(0)
  expect(server.requestsTo('/api/player/logout')).toEqual([])
})

test('a replaced session is wiped here and ended on the server', async () => {
  const { answerTokenQuestion, session } = await openQuestion()
  localStorage.setItem('reelcast.locked', '1')
  await answerTokenQuestion('replace')
  expect(session.value).toMatchObject({ status: 'player', token: 'e1', user: { id: '8' } })
  expect(localStorage.length).toBe(0)
  expect(sessionStorage.getItem('reelcast.player')).toBe('8\nada')
  expect(server.requestsTo('/api/player/logout')).toMatchObject([{ token: 'old' }])
})

test('a second choice is ignored', async () => {
  const { answerTokenQuestion, session } = await openQuestion()
  await Promise.all([answerTokenQuestion('replace'), answerTokenQuestion('stay')])
  await answerTokenQuestion('stay')
  expect(session.value).toMatchObject({ token: 'e1' })
})

test('a reload during the question keeps the stored session', async () => {
  await openQuestion()
  const { resume, session } = await startPage()
  await resume()
  expect(session.value).toMatchObject({ token: 't1' })
})

test('an unknown player counts as another one: confirmation without a name', async () => {
  leaveStored(localStorage, { player: '\n' })
  said.old = { status: 200, body: { token: 't1' } }
  said.entry = { status: 200, body: { token: 'e1' } }
  const { session } = await comeWith('entry')
  expect(session.value).toEqual({ status: 'unknown', question: { now: '', next: '' } })
})

test.each([
  [{ status: 401, body: { code: 10 } }, { kind: 'notAllowed' }],
  [{ status: 401, body: { code: 60000 } }, { kind: 'notAllowed' }],
  [
    { status: 403, body: { code: 10704 } },
    { kind: 'message', code: 10704 },
  ],
])('a refused token (%j) signs nobody in, with a notice', async (answer, end) => {
  said.entry = answer
  const { session, storedToken } = await comeWith('entry')
  expect(session.value).toMatchObject({ status: 'guest', end })
  expect(storedToken()).toBeUndefined()
})

test('a valid stored session continues, with a notice', async () => {
  leaveStored(localStorage)
  said.old = signIn('t1')
  const { session, toasts } = await comeWith('entry')
  expect(session.value).toMatchObject({ status: 'player', token: 't1' })
  expect(toasts.value).toMatchObject([{ message: expect.stringMatching(/Bu bağlantıyla giriş yapılamıyor/) }])
})

test('if both tokens are refused the notice is about the link', async () => {
  leaveStored(localStorage)
  const { session } = await comeWith('entry')
  expect(session.value).toEqual({ status: 'guest', end: { kind: 'notAllowed' } })
  expect(localStorage.length).toBe(0)
})

test.each(['entry', 'old'])(
  'an inconclusive validation of token "%s" keeps both tokens for a retry',
  async (which) => {
    leaveStored(localStorage)
    said.old = signIn('t1')
    said.entry = signIn('e1', ada)
    const before = said[which]
    said[which] = 'down'
    const { resume, session } = await comeWith('entry')
    expect(session.value).toMatchObject({ status: 'unknown', failure: { category: 'network' } })
    expect(localStorage.getItem('reelcast.token')).toBe('old')
    if (before) said[which] = before
    await resume()
    expect(session.value).toMatchObject({ question: { now: 'deniz', next: 'ada' } })
  },
)

test('a used token of the address is not used again', async () => {
  const { answerTokenQuestion, resume, session } = await openQuestion()
  await answerTokenQuestion('stay')
  said.t1 = signIn('t1')
  await resume()
  expect(session.value).toMatchObject({ status: 'player', token: 't1' })
})

test('an answer after a login changes nothing', async () => {
  let answer = (_: object) => {}
  server.answers['/api/validate'] = () => new Promise((done) => (answer = done))
  Reflect.set(window, 'reelcastToken', 'entry')
  const { resume, session, setSignedIn } = await startPage()
  const asking = resume()
  await vi.waitFor(() => expect(server.requestsTo('/api/validate')).toHaveLength(1))
  const user = { id: '9', username: 'can', name: '', lastname: '', roles: [], permissions: undefined }
  setSignedIn('t9', user)
  answer(signIn('e1', ada))
  await asking
  expect(session.value).toMatchObject({ token: 't9' })
})
