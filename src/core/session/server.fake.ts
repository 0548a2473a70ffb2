import { vi } from 'vitest'

type Answer = { status?: number; body?: unknown } | 'down' | 'never'
type RecordedRequest = { path: string; token: string | null; body: unknown }

/**
 * Replaces `fetch`: answers each path from `answers`; a function runs at each request. `requests` records all
 * requests.
 */
export function fakeServer() {
  const answers: Record<string, Answer | ((token: string | null) => Answer | Promise<Answer>)> = {
    '/Settings.json': { body: { siteId: 2077 } },
  }
  const requests: RecordedRequest[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null
    requests.push({ path, token, body: init.body ? JSON.parse(String(init.body)) : undefined })
    const configured = answers[path] ?? { status: 404, body: {} }
    const answer = typeof configured === 'function' ? await configured(token) : configured
    if (answer === 'down') throw new TypeError('no network')
    if (answer === 'never') {
      return new Promise((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError'))),
      )
    }
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 })
  })
  return {
    answers,
    requests,
    requestsTo: (path: string) => requests.filter((request) => request.path === path),
  }
}

export type FakeServer = ReturnType<typeof fakeServer>

/** A token with `iat` and `exp` in seconds. */
export const jwt = (name: string, life = 3600, iat = 1000) =>
  `${name}.${btoa(JSON.stringify({ iat, exp: iat + life }))}.s`

/** A server's answer to a login. */
export const signIn = (token: string, more: object = {}) => ({
  body: { token, pin_code: null, id: 7, username: 'deniz', ...more },
})

/** The pages of this test, whose listeners outlive it. */
const pages: { setSignedOut(): void }[] = []

/** Starts a page with fresh modules. */
export async function startPage() {
  vi.resetModules()
  const [actions, state, stored] = await Promise.all([
    import('./actions.ts'),
    import('./state.ts'),
    import('./stored-token.ts'),
  ])
  pages.push(state)
  // As app/start-player-session.ts does once a page is ready.
  const { effect } = await import('@preact/signals-react')
  effect(() => {
    if (state.session.value.status === 'player') void actions.startLifecycle()
  })
  return { ...actions, ...state, ...stored }
}

/** Stores a session, as an earlier page load does. */
export function leaveStored(
  area: Storage,
  { token = 'old', player = '7\ndeniz', pin }: { token?: string; player?: string; pin?: string } = {},
) {
  area.setItem('reelcast.token', token)
  area.setItem('reelcast.player', player)
  if (pin) area.setItem('reelcast.pin', pin)
}

/** Resets the page after a test. */
export function cleanBrowser() {
  for (const page of pages.splice(0)) page.setSignedOut()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}

/** Writes to localStorage and fires the event that another tab's write causes. */
export function writeInOtherTab(key: string, value: string | null) {
  const oldValue = localStorage.getItem(key)
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: value }))
}
