import { act, cleanup, fireEvent, render } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PersistentLayer } from '../../app/PersistentLayer.tsx'
import { createIdleClock } from '../../core/idle/idle-clock.ts'
import { startGuard } from '../../core/router/guard.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { user } from '../../core/session/user.fake.ts'
import { loadSettings } from '../../core/settings/settings.ts'
import { toasts } from '../../ui/toast.ts'
import { SupportBlock } from '../contact/SupportBlock.tsx'
import { lockScreen, unlock } from '../lock/state.ts'
import { openChat } from './actions.ts'
import { chat, hideChat } from './state.ts'

const chunk = vi.hoisted(() => ({ fails: true }))
vi.mock('../../app/operator-parts.chunk.ts', async (original) => {
  if (chunk.fails) throw new Error('the chunk did not come')
  return original()
})

const WHO = { id: 'player-1f2e', hash: 'abc123' }
/** The server's answer to the identity request. */
let identity: () => Promise<Response>
let requests: (string | null)[] = []
const signInAs = (id: string, username = `deniz${id}`) =>
  setSignedIn(`token-${id}`, { ...user, id, username })
const go = (path: string) =>
  act(() => {
    history.replaceState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  })
const frame = () => document.querySelector('iframe')
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')

async function applySettings(settings: object) {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(
      new URL(String(input instanceof Request ? input.url : input), location.href),
      init,
    )
    if (request.url.endsWith('/Settings.json')) return Response.json(settings)
    requests.push(new URL(request.url).pathname)
    return identity()
  })
  await loadSettings()
}
const CHATWOOT = { liveChat: 'chatwoot', liveChatId: 'tok', liveChatUrl: 'https://chat.example' }

beforeEach(() => {
  startGuard()
  identity = async () => Response.json(WHO)
  requests = []
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  // happy-dom loads no page into a frame, and logs an error for it.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  setSignedOut()
  unlock()
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the chat window', () => {
  beforeEach(async () => {
    await applySettings(CHATWOOT)
    signInAs('7')
    go('/lobby')
    render(
      <>
        <SupportBlock />
        <PersistentLayer />
      </>,
    )
  })
  const open = async () => {
    await act(async () => {
      fireEvent.click(document.querySelector('section button') as Element)
    })
    await vi.waitFor(() => expect(frame()).not.toBeNull())
  }

  // The first test, because its code then stays loaded.
  test('says that its code failed to load, and loads it at the next opening', async () => {
    await act(async () => void fireEvent.click(document.querySelector('section button') as Element))
    await vi.waitFor(() => expect(chat.value.status).toBe('closed'))
    expect(toasts.value.map(({ id }) => id)).toEqual(['chunk'])
    chunk.fails = false
    await import('../../app/operator-parts.chunk.ts')
    await open()
    expect(dialog()).not.toBeNull()
  })

  test('loads nothing of the provider until it is opened, then its page with the identity', async () => {
    expect(dialog()).toBeNull()
    expect(requests).toEqual([])
    await open()
    expect(requests).toEqual(['/api/player/chat-identity'])
    expect(chat.value).toMatchObject({ status: 'open', identity: WHO })
    expect(frame()?.getAttribute('src')).toBe('https://chat.example/widget?website_token=tok')
    // The iframe must not navigate this page.
    expect(frame()?.getAttribute('sandbox')).not.toMatch(/top-navigation/)
    expect(document.querySelectorAll('script')).toHaveLength(0)
  })

  test('opens no window from its frame on a kiosk', async () => {
    await open()
    expect(frame()?.getAttribute('sandbox')).toMatch(/allow-popups/)
    await act(() => setSignedOut())
    await applySettings({ ...CHATWOOT, kiosk: true })
    await act(() => signInAs('7'))
    await act(() => openChat())
    await vi.waitFor(() => expect(frame()).not.toBeNull())
    expect(frame()?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms')
    await applySettings(CHATWOOT)
  })

  test.each([
    ['answers 404', async () => Response.json({ code: 60013 }, { status: 404 })],
    ['sends an invalid identity', async () => Response.json({ id: '' })],
    ['cannot be reached', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('keeps the player anonymous when the server %s', async (_, answer) => {
    identity = answer
    await open()
    expect(chat.value).toMatchObject({ status: 'open', identity: undefined })
  })

  test('counts as a use of the page once the player writes in it, and not because the provider does', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] })
    const clock = createIdleClock()
    await open()
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    vi.advanceTimersByTime(10_000)
    expect(clock.idleMs()).toBeGreaterThanOrEqual(10_000)
    vi.spyOn(document, 'activeElement', 'get').mockReturnValue(frame())
    vi.advanceTimersByTime(10_000)
    expect(clock.idleMs()).toBe(0)
    const source = {}
    Object.defineProperty(frame(), 'contentWindow', { value: source })
    for (let minute = 1; minute <= 6; minute++) {
      const message = new MessageEvent('message', { data: {}, origin: 'https://chat.example' })
      dispatchEvent(Object.defineProperty(message, 'source', { value: source }))
      vi.advanceTimersByTime(60_000)
    }
    expect(clock.idleMs()).toBeGreaterThanOrEqual(60_000)
  })

  test('hides in a game, behind the lock and on request, and keeps its frame', async () => {
    await open()
    const kept = frame()
    await go('/game/7/Nar')
    expect(dialog()?.hidden).toBe(true)
    await go('/lobby')
    expect(dialog()?.hidden).toBe(false)
    await act(() => lockScreen(0))
    expect(dialog()?.hidden).toBe(true)
    await act(() => unlock())
    await act(() => hideChat())
    expect(dialog()?.hidden).toBe(true)
    await act(() => openChat())
    expect(dialog()?.hidden).toBe(false)
    expect(frame()).toBe(kept)
  })

  test('takes the focus, and returns it to its button unless the player has moved it', async () => {
    const opener = document.querySelector<HTMLElement>('section button')
    opener?.focus()
    await open()
    const hide = dialog()?.querySelector('button')
    expect(document.activeElement).toBe(hide)
    await act(() => hide?.click())
    expect(document.activeElement).toBe(opener)
    await act(() => openChat())
    const elsewhere = document.body.appendChild(document.createElement('button'))
    elsewhere.focus()
    await act(() => hideChat())
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.remove()
  })

  test('closes with the session, and ignores a late identity answer', async () => {
    await open()
    await act(() => setSignedOut({ kind: 'expired' }))
    expect(frame()).toBeNull()
    expect(chat.value).toEqual({ status: 'closed' })

    let respond = (_: Response) => {}
    identity = () => new Promise((done) => (respond = done))
    await act(() => signInAs('7'))
    const opening = openChat()
    await vi.waitFor(() => expect(chat.value.status).toBe('opening'))
    await act(() => setSignedOut())
    respond(Response.json(WHO))
    await opening
    expect(chat.value).toEqual({ status: 'closed' })
  })

  test.each([
    ['another id', '8', 'deniz8'],
    ['another name, of a server without ids', '', 'kaan'],
  ])('reloads the page for a player with %s, whom the iframe may not know', async (_, id, username) => {
    await act(() => signInAs(id && '7', 'deniz7'))
    await open()
    await act(() => setSignedOut())
    await act(() => signInAs(id, username))
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    await act(() => openChat())
    expect(reload).toHaveBeenCalledOnce()
    expect(frame()).toBeNull()
    expect(sessionStorage.getItem('reelcast.chat-again')).toBe('1')
  })

  test('answers a page that has loaded before the next animation frame', async () => {
    const inserted = new Promise<void>((resolve) => {
      new MutationObserver((_changes, observer) => {
        if (!frame()) return
        observer.disconnect()
        resolve()
      }).observe(document.body, { childList: true, subtree: true })
    })
    // Outside act(), which runs effects at once.
    void openChat()
    await inserted
    const source = { postMessage: vi.fn() }
    Object.defineProperty(frame(), 'contentWindow', { value: source })
    const data = 'chatwoot-widget:{"event":"loaded"}'
    const loaded = new MessageEvent('message', { data, origin: 'https://chat.example' })
    Object.defineProperty(loaded, 'source', { value: source })
    dispatchEvent(loaded)
    expect(source.postMessage).toHaveBeenCalledWith(expect.stringContaining(WHO.hash), 'https://chat.example')
  })

  test('ignores messages from other origins and other windows', async () => {
    await open()
    const source = { postMessage: vi.fn() }
    Object.defineProperty(frame(), 'contentWindow', { value: source })
    const post = (data: unknown, origin: string, from: unknown) =>
      act(() => {
        const message = new MessageEvent('message', { data, origin })
        Object.defineProperty(message, 'source', { value: from })
        dispatchEvent(message)
      })
    const closeMessage = 'chatwoot-widget:{"event":"closeWindow"}'
    await post(closeMessage, 'https://evil.example', source)
    await post(closeMessage, 'https://chat.example', window)
    expect(dialog()?.hidden).toBe(false)
    await post('chatwoot-widget:{"event":"loaded"}', 'https://chat.example', source)
    expect(source.postMessage.mock.calls.map(([, to]) => to)).toEqual(Array(3).fill('https://chat.example'))
    expect(source.postMessage).toHaveBeenCalledWith(expect.stringContaining(WHO.hash), 'https://chat.example')
    await post(closeMessage, 'https://chat.example', source)
    expect(dialog()?.hidden).toBe(true)
  })
})

test('SupportBlock shows the configured support lines, and nothing without any', async () => {
  await applySettings({ supportMessaging: 'https://m.example/7', supportWhatsapp: 'https://wa.me/90' })
  const { container, unmount } = render(<SupportBlock />)
  const links = [...container.querySelectorAll('a')].map((link) => [link.textContent, link.href, link.rel])
  expect(links).toEqual([
    ['7/24 mesaj hattı', 'https://m.example/7', 'noopener noreferrer'],
    ['WhatsApp hattı', 'https://wa.me/90', 'noopener noreferrer'],
  ])
  expect(container.querySelector('button')).toBeNull()
  unmount()
  await applySettings({})
  expect(render(<SupportBlock />).container.textContent).toBe('')
})
