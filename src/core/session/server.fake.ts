import { vi } from 'vitest'

type Answer = { status?: number; body?: unknown } | 'down' | 'never'
type Asked = { path: string; token: string | null; body: unknown }

/**
 * A server for tests: answers each path as `answers` says, with a function that is asked anew each time, or not at
 * all. Everything that was asked is in `asked`.
 */
export function fakeServer() {
  const answers: Record<string, Answer | ((token: string | null) => Answer | Promise<Answer>)> = {
    '/Settings.json': { body: { siteId: 2077 } },
  }
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? null
    asked.push({ path, token, body: init.body ? JSON.parse(String(init.body)) : undefined })
    const said = answers[path] ?? { status: 404, body: {} }
    const answer = typeof said === 'function' ? await said(token) : said
    if (answer === 'down') throw new TypeError('no network')
    if (answer === 'never') {
      return new Promise((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(new DOMException('late', 'AbortError'))),
      )
    }
    return new Response(JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 })
  })
  return { answers, asked, of: (path: string) => asked.filter((one) => one.path === path) }
}

export type FakeServer = ReturnType<typeof fakeServer>

/** A token with the two times that a renewal goes by, s. */
export const jwt = (name: string, life = 3600, iat = 1000) =>
  `${name}.${btoa(JSON.stringify({ iat, exp: iat + life }))}.s`

/** What a server says to who may come in. */
export const signIn = (token: string, more: object = {}) => ({
  body: { token, pin_code: null, id: 7, username: 'deniz', ...more },
})

/** The pages that were opened in this test: their listeners outlive it. */
const pages: { setSignedOut(): void }[] = []

/** The page as it starts: modules of its own. */
export async function startPage() {
  vi.resetModules()
  const [actions, state, stored] = await Promise.all([
    import('./actions.ts'),
    import('./state.ts'),
    import('./stored-token.ts'),
  ])
  pages.push(state)
  // As app/start-player-session.ts does for a page that is ready.
  const { effect } = await import('@preact/signals-react')
  effect(() => {
    if (state.session.value.status === 'player') void actions.startLifecycle()
  })
  return { ...actions, ...state, ...stored }
}

/** Puts a session into the browser, as an earlier visit left it. */
export function leaveStored(
  where: Storage,
  { token = 'old', player = '7\ndeniz', pin }: { token?: string; player?: string; pin?: string } = {},
) {
  where.setItem('reelcast.token', token)
  where.setItem('reelcast.player', player)
  if (pin) where.setItem('reelcast.pin', pin)
}

/** Takes back what a test did to the page. */
export function cleanBrowser() {
  for (const page of pages.splice(0)) page.setSignedOut()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
}

/** Another tab wrote into what all tabs share. */
export function elsewhere(key: string, value: string | null) {
  const oldValue = localStorage.getItem(key)
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: value }))
}
