import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_FAVOURITES, MAX_SHORTCUTS, type ThemeSettings } from '../../contract/user.ts'
import { currentToken, setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { user } from '../../core/session/user.fake.ts'
import { configureApi } from '../../net/api.ts'
import { clearToasts, toasts } from '../../ui/toast.ts'
import { loadPreferences, saveTheme, setShortcuts, toggleFavourite } from './actions.ts'
import { favourites, preferencesStatus, shortcuts, theme } from './state.ts'

const THEME: ThemeSettings = {
  layoutStyle: 'layout2',
  direction: '',
  folded: true,
  scheme: 'night',
  animations: true,
  customScrollbars: false,
}

/** A request that the test answers. */
interface Asked {
  path: string
  token: string | null
  user: Record<string, unknown> | undefined
  answer(status: number, body?: unknown): Promise<void>
  /** The connection breaks. */
  lose(): Promise<void>
}
let asked: Asked[] = []
let seen = 0

/** Runs all pending microtasks. */
const settle = async () => {
  for (let i = 0; i < 30; i += 1) await Promise.resolve()
}
/** Waits for the next request. */
const next = async (): Promise<Asked> => {
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(seen))
  const one = asked[seen++]
  if (!one) throw new Error('no request was sent')
  return one
}

const logIn = (id = '7') => setSignedIn(`token-${id}`, { ...user, id, username: id })

/** Logs in, with this profile on the server. */
async function ready(profile: object = {}) {
  logIn()
  const loading = loadPreferences()
  await (await next()).answer(200, { id: 7, username: 'deniz', ...profile })
  await loading
}

configureApi({ baseUrl: () => '/api', token: currentToken, onUnauthorized: () => {} })
beforeEach(() => {
  asked = []
  seen = 0
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    const token = new Headers(init.headers).get('authorization')
    const user = init.body ? JSON.parse(String(init.body)).user : undefined
    return new Promise((resolve, reject) => {
      const answer = async (status: number, body: unknown = { status: true }) => {
        resolve(new Response(JSON.stringify(body), { status }))
        await settle()
      }
      const lose = async () => {
        reject(new TypeError('no network'))
        await settle()
      }
      asked.push({ path, token, user, answer, lose })
    })
  })
})
afterEach(() => {
  setSignedOut()
  localStorage.clear()
  clearToasts()
  vi.unstubAllGlobals()
})

describe('the stored preferences', () => {
  test('are read from the profile', async () => {
    expect(preferencesStatus.value).toBe('unknown')
    await ready({ shortcuts: ['lobby'], favourites: [3, '4'], settings: THEME })
    expect([shortcuts.value, favourites.value, theme.value]).toEqual([['lobby'], ['3', '4'], THEME])
    expect(preferencesStatus.value).toBe('ready')
  })

  test('are parsed leniently', async () => {
    const many = Array.from({ length: 600 }, (_, i) => i)
    await ready({ shortcuts: 'lobby', favourites: ['1', '1', '', {}, ...many], settings: { scheme: '<b>' } })
    expect([shortcuts.value, theme.value]).toEqual([[], undefined])
    expect(favourites.value).toHaveLength(MAX_FAVOURITES)
    expect(new Set(favourites.value).size).toBe(MAX_FAVOURITES)
  })

  /** A server of the specification, which has no profile call. */
  async function withoutProfile() {
    logIn()
    const loading = loadPreferences()
    await (await next()).answer(404, {})
    await loading
  }

  test('without a profile call are stored for the session, and can be changed', async () => {
    await withoutProfile()
    expect(preferencesStatus.value).toBe('ready')
    setShortcuts(['lobby', 'profile'])
    const sent = await next()
    expect(sent.user).toEqual({ shortcuts: ['lobby', 'profile'] })
    await sent.answer(200)
    saveTheme(THEME)
    await (await next()).answer(200)
    toggleFavourite('1')
    // A value that the server refuses is not stored.
    await (await next()).answer(400, { code: 40000 })
    await loadPreferences()
    expect(asked).toHaveLength(4)
    setSignedOut()
    expect([shortcuts.value, theme.value]).toEqual([[], undefined])
    // A reload of the same session.
    await withoutProfile()
    expect([shortcuts.value, favourites.value, theme.value]).toEqual([['lobby', 'profile'], [], THEME])
    expect(preferencesStatus.value).toBe('ready')
  })

  test('are not offered again in a session whose server refuses changes', async () => {
    await withoutProfile()
    toggleFavourite('1')
    await (await next()).answer(404, {})
    expect([preferencesStatus.value, favourites.value]).toEqual(['none', []])
    setSignedOut()
    await withoutProfile()
    expect(preferencesStatus.value).toBe('none')
  })

  test.each(['{', '7', 'null', '{"shortcuts":7}'])('that are unreadable (%s) are empty', async (text) => {
    localStorage.setItem('reelcast.preferences', text)
    await withoutProfile()
    expect([preferencesStatus.value, shortcuts.value, theme.value]).toEqual(['ready', [], undefined])
  })

  test('are unknown until an answer, and cannot be changed before it', async () => {
    logIn()
    const loading = loadPreferences()
    toggleFavourite('1')
    await (await next()).lose()
    await loading
    expect(preferencesStatus.value).toBe('unknown')
    expect(asked).toHaveLength(1)
  })

  test('are not fetched without a session', async () => {
    await loadPreferences()
    expect(asked).toEqual([])
  })

  test('from an answer older than a change do not undo it', async () => {
    await ready({ favourites: ['1'] })
    const loading = loadPreferences()
    const profile = await next()
    toggleFavourite('2')
    await (await next()).answer(200)
    await profile.answer(200, { favourites: ['1'] })
    await loading
    expect(favourites.value).toEqual(['1', '2'])
  })
})

describe('a change', () => {
  test('applies at once and is sent', async () => {
    await ready({ favourites: ['1'] })
    toggleFavourite('2')
    expect(favourites.value).toEqual(['1', '2'])
    expect(await next()).toMatchObject({ path: '/api/auth/user/update', user: { favourites: ['1', '2'] } })
    toggleFavourite('1')
    expect(favourites.value).toEqual(['2'])
  })

  test('of one key leaves the others', async () => {
    await ready({ favourites: ['1'], shortcuts: ['lobby'] })
    saveTheme(THEME)
    expect((await next()).user).toEqual({ settings: THEME })
  })

  test('of shortcuts keeps their order, without duplicates', async () => {
    await ready()
    setShortcuts(['b', 'a', 'b'])
    expect(shortcuts.value).toEqual(['b', 'a'])
  })

  test('during a request waits for it; then only the newest is sent', async () => {
    await ready()
    toggleFavourite('1')
    const first = await next()
    toggleFavourite('2')
    toggleFavourite('3')
    setShortcuts(['lobby'])
    await settle()
    expect(asked).toHaveLength(2)
    await first.answer(200)
    expect((await next()).user).toEqual({ favourites: ['1', '2', '3'], shortcuts: ['lobby'] })
  })

  test('that is refused is reverted, with the reason', async () => {
    await ready({ favourites: ['1'] })
    toggleFavourite('2')
    await (await next()).answer(429, { code: 60011 })
    expect(favourites.value).toEqual(['1'])
    await vi.waitFor(() => expect(toasts.value).toHaveLength(1))
    expect(toasts.value[0]).toMatchObject({ kind: 'danger' })
    expect(toasts.value[0]?.message).toBe(
      'Değişikliğiniz kaydedilemedi. Çok fazla istek gönderildi, lütfen biraz bekleyin',
    )
  })

  test('that is refused with HTTP 200 is reverted too', async () => {
    await ready()
    toggleFavourite('2')
    await (await next()).answer(200, { status: false, code: 40000 })
    expect(favourites.value).toEqual([])
  })

  test('that is refused while a newer one waits: the newer is sent, and stays', async () => {
    await ready()
    toggleFavourite('1')
    const first = await next()
    toggleFavourite('2')
    await first.answer(400, { code: 40000 })
    expect(favourites.value).toEqual(['1', '2'])
    await (await next()).answer(200)
    expect(favourites.value).toEqual(['1', '2'])
    expect(toasts.value).toEqual([])
  })

  test("whose answer is lost: the server's state is fetched and shown", async () => {
    await ready()
    toggleFavourite('1')
    await (await next()).lose()
    expect(favourites.value).toEqual(['1'])
    await (await next()).answer(200, { favourites: ['1'] })
    expect(favourites.value).toEqual(['1'])
    expect(toasts.value).toEqual([])
    toggleFavourite('2')
    await (await next()).lose()
    await (await next()).answer(200, { favourites: ['1'] })
    expect(favourites.value).toEqual(['1'])
    await vi.waitFor(() => expect(toasts.value).toHaveLength(1))
  })

  test('of the theme whose answer is lost: key order is irrelevant to the comparison', async () => {
    await ready()
    saveTheme(Object.fromEntries(Object.entries(THEME).reverse()) as ThemeSettings)
    await (await next()).lose()
    await (await next()).answer(200, { settings: THEME })
    expect(theme.value).toEqual(THEME)
    expect(toasts.value).toEqual([])
  })

  test('while offline is reverted', async () => {
    await ready({ shortcuts: ['lobby'] })
    setShortcuts([])
    await (await next()).lose()
    await (await next()).lose()
    expect(shortcuts.value).toEqual(['lobby'])
    await vi.waitFor(() => expect(toasts.value).toHaveLength(1))
  })

  test('on a server without the call is reverted, and changes are no longer offered', async () => {
    await ready({ favourites: ['1'] })
    toggleFavourite('2')
    await (await next()).answer(404, {})
    expect(preferencesStatus.value).toBe('none')
    expect(favourites.value).toEqual([])
    await vi.waitFor(() => expect(toasts.value).toHaveLength(1))
    await loadPreferences()
    expect(preferencesStatus.value).toBe('none')
  })

  test('above the maximum is not made, with a message', async () => {
    const ids = Array.from({ length: MAX_FAVOURITES }, (_, i) => `${i}`)
    await ready({ favourites: ids })
    toggleFavourite('one-more')
    expect(favourites.value).toHaveLength(MAX_FAVOURITES)
    expect(toasts.value[0]?.message).toContain('500')
    setShortcuts(Array.from({ length: MAX_SHORTCUTS + 1 }, (_, i) => `${i}`))
    expect(toasts.value[0]?.message).toContain('50')
    expect(asked).toHaveLength(1)
    toggleFavourite('0')
    expect(favourites.value).toHaveLength(MAX_FAVOURITES - 1)
  })
})

describe('the next player', () => {
  test('can change preferences while a request of the previous one is in flight', async () => {
    await ready({ favourites: ['1'] })
    toggleFavourite('2')
    const old = await next()
    toggleFavourite('3')
    setSignedOut()
    logIn('8')
    const loading = loadPreferences()
    await (await next()).answer(200, { favourites: ['5'] })
    await loading
    toggleFavourite('6')
    const own = await next()
    expect(own).toMatchObject({ token: 'Bearer token-8', user: { favourites: ['5', '6'] } })
    await old.answer(400, { code: 40000 })
    await own.answer(200)
    expect(favourites.value).toEqual(['5', '6'])
    expect(asked).toHaveLength(4)
  })
})
