import { act, cleanup, fireEvent, render } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import texts from '../../../locales/tr.json?groups=support'
import { OutsideAppLayer } from '../../app/OutsideAppLayer.tsx'
import { startGuard } from '../../core/router/guard.ts'
import { signedIn, signedOut } from '../../core/session/state.ts'
import { loadSettings } from '../../core/settings/settings.ts'
import { addTexts } from '../../i18n/index.ts'
import { SupportBlock } from '../contact/SupportBlock.tsx'
import { lockScreen, unlock } from '../lock/state.ts'
import { openChat } from './actions.ts'
import { chatwoot } from './chatwoot.ts'
import { livechat } from './livechat.ts'
import { liveChat } from './providers.ts'
import { chat, hideChat } from './state.ts'
import { tawk } from './tawk.ts'

const WHO = { id: 'player-1f2e', hash: 'abc123' }
const page = (of: { id?: string; url?: string }) => ({ id: '', url: '', ...of })
const guest = (who: typeof WHO | undefined = undefined) => ({ who, locale: 'tr' as const })

describe('the page of', () => {
  test('Tawk.to is its direct chat link, and is told of nobody', () => {
    expect(tawk.page(page({ id: '5e1f/1abc' }), guest(WHO))).toBe('https://tawk.to/chat/5e1f/1abc')
    expect(tawk.page(page({ id: '5e1f' }), guest())).toBe('https://tawk.to/chat/5e1f/default')
    for (const id of ['', '/', 'a/b/c', '-/x']) expect(tawk.page(page({ id }), guest())).toBeUndefined()
  })

  test('LiveChat is its chat page, with the opaque id and the hash alone', () => {
    const url = new URL(livechat.page(page({ id: '1234567' }), guest(WHO)) ?? '')
    expect(url.origin + url.pathname).toBe('https://secure.livechatinc.com/licence/1234567/open_chat.cgi')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      groups: '0',
      params: 'id=player-1f2e&hash=abc123',
    })
    expect(livechat.page(page({ id: '1234567' }), guest())).not.toContain('params')
    for (const id of ['', 'abc', '1/2']) expect(livechat.page(page({ id }), guest())).toBeUndefined()
  })

  test("Chatwoot is its widget's, on a server of its own origin and no other", () => {
    const at = page({ id: 'Ab-1_', url: 'https://chat.example/' })
    expect(chatwoot.page(at, guest(WHO))).toBe('https://chat.example/widget?website_token=Ab-1_')
    for (const url of ['', '/chatwoot', 'wss://chat.example', location.origin])
      expect(chatwoot.page({ ...at, url }, guest())).toBeUndefined()
    expect(chatwoot.page({ ...at, id: '' }, guest())).toBeUndefined()
  })
})

describe("Chatwoot's page is answered as its own script does", () => {
  const told = (event: string, who?: typeof WHO) =>
    chatwoot.answer?.(`chatwoot-widget:${JSON.stringify({ event, config: { authToken: 'x' } })}`, guest(who))
  const said = (who?: typeof WHO) =>
    told('loaded', who)?.say?.map((text) => JSON.parse(text.replace('chatwoot-widget:', '')))

  test('once it is there: how it looks, who it is, and that it is open', () => {
    expect(said(WHO)).toEqual([
      expect.objectContaining({ event: 'config-set', locale: 'tr', hideMessageBubble: true }),
      { event: 'set-user', identifier: WHO.id, user: { identifier_hash: WHO.hash } },
      { event: 'toggle-open', isOpen: true },
    ])
    expect(said()?.map(({ event }) => event)).toEqual(['config-set', 'toggle-open'])
  })

  test('its own way out hides the window; anything else is nothing', () => {
    expect(told('closeWindow')).toEqual({ hide: true })
    expect(told('setUnreadMode')).toEqual({})
    for (const odd of [
      undefined,
      7,
      {},
      'x',
      'chatwoot-widget:{',
      'chatwoot-widget:[]',
      'other:{"event":"loaded"}',
    ])
      expect(chatwoot.answer?.(odd, guest())).toEqual({})
  })
})

/** What the server answers to the question who this is. */
let identity: () => Promise<Response>
let asked: (string | null)[] = []
const player = (id: string) =>
  signedIn(`token-${id}`, {
    id,
    username: `deniz${id}`,
    name: '',
    lastname: '',
    roles: ['user'],
    permissions: undefined,
  })
const go = (path: string) =>
  act(() => {
    history.replaceState(null, '', path)
    dispatchEvent(new PopStateEvent('popstate'))
  })
const frame = () => document.querySelector('iframe')
const dialog = () => document.querySelector<HTMLElement>('[role=dialog]')

async function operatorSets(settings: object) {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(
      new URL(String(input instanceof Request ? input.url : input), location.href),
      init,
    )
    if (request.url.endsWith('/Settings.json')) return Response.json(settings)
    asked.push(new URL(request.url).pathname)
    return identity()
  })
  await loadSettings()
}
const CHATWOOT = { liveChat: 'chatwoot', liveChatId: 'tok', liveChatUrl: 'https://chat.example' }

beforeEach(() => {
  addTexts('tr', texts)
  startGuard()
  identity = async () => Response.json(WHO)
  asked = []
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  // What stands for a browser here loads no page into a frame, and says so.
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  signedOut()
  unlock()
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  [{ liveChat: '' }, false],
  [CHATWOOT, true],
  [{ ...CHATWOOT, liveChatUrl: '' }, false],
  [{ liveChat: 'tawk', liveChatId: '5e1f' }, true],
  [{ liveChat: 'tawk' }, false],
  [{ liveChat: 'livechat', liveChatId: '123' }, true],
  [{ liveChat: 'livechat', liveChatId: 'abc' }, false],
])('%o: is there a chat? %s', async (settings, there) => {
  await operatorSets(settings)
  expect(liveChat.value !== undefined).toBe(there)
})

describe('the window', () => {
  beforeEach(async () => {
    await operatorSets(CHATWOOT)
    player('7')
    go('/lobby')
    render(
      <>
        <SupportBlock />
        <OutsideAppLayer />
      </>,
    )
  })
  const open = async () => {
    await act(async () => {
      fireEvent.click(document.querySelector('section button') as Element)
    })
    await vi.waitFor(() => expect(frame()).not.toBeNull())
  }

  test('nothing of the provider is there before the tap; with it comes their page, and who it is', async () => {
    expect(dialog()).toBeNull()
    expect(asked).toEqual([])
    await open()
    expect(asked).toEqual(['/api/player/chat-identity'])
    expect(chat.value).toMatchObject({ is: 'open', who: WHO })
    expect(frame()?.getAttribute('src')).toBe('https://chat.example/widget?website_token=tok')
    // It may not lead this page elsewhere.
    expect(frame()?.getAttribute('sandbox')).not.toMatch(/top-navigation/)
    expect(document.querySelectorAll('script')).toHaveLength(0)
  })

  test.each([
    ['does not know', async () => Response.json({ code: 60013 }, { status: 404 })],
    ['says nonsense', async () => Response.json({ id: '' })],
    ['does not answer', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('a server that %s leaves the player anonymous', async (_, answer) => {
    identity = answer
    await open()
    expect(chat.value).toMatchObject({ is: 'open', who: undefined })
  })

  test('is out of sight in a game, behind the lock and when it is hidden, with what was said in it', async () => {
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

  test('goes with the player, and an answer that comes late opens nothing', async () => {
    await open()
    await act(() => signedOut({ kind: 'expired' }))
    expect(frame()).toBeNull()
    expect(chat.value).toEqual({ is: 'closed' })

    let come = (_: Response) => {}
    identity = () => new Promise((done) => (come = done))
    await act(() => player('7'))
    const opening = openChat()
    await vi.waitFor(() => expect(chat.value.is).toBe('opening'))
    await act(() => signedOut())
    come(Response.json(WHO))
    await opening
    expect(chat.value).toEqual({ is: 'closed' })
  })

  test('for another player the page is loaded anew first: a frame may remember as long as the page lives', async () => {
    await open()
    await act(() => signedOut())
    await act(() => player('8'))
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    await act(() => openChat())
    expect(reload).toHaveBeenCalledOnce()
    expect(frame()).toBeNull()
    expect(sessionStorage.getItem('reelcast.chat-again')).toBe('1')
  })

  test('only its own page is listened to', async () => {
    await open()
    const theirs = { postMessage: vi.fn() }
    Object.defineProperty(frame(), 'contentWindow', { value: theirs })
    const say = (data: unknown, origin: string, source: unknown) =>
      act(() => {
        const message = new MessageEvent('message', { data, origin })
        Object.defineProperty(message, 'source', { value: source })
        dispatchEvent(message)
      })
    const closes = 'chatwoot-widget:{"event":"closeWindow"}'
    await say(closes, 'https://evil.example', theirs)
    await say(closes, 'https://chat.example', window)
    expect(dialog()?.hidden).toBe(false)
    await say('chatwoot-widget:{"event":"loaded"}', 'https://chat.example', theirs)
    expect(theirs.postMessage.mock.calls.map(([, to]) => to)).toEqual(Array(3).fill('https://chat.example'))
    expect(theirs.postMessage).toHaveBeenCalledWith(expect.stringContaining(WHO.hash), 'https://chat.example')
    await say(closes, 'https://chat.example', theirs)
    expect(dialog()?.hidden).toBe(true)
  })
})

test('the support lines are there when they are set, and nothing is when nothing is', async () => {
  await operatorSets({ supportMessaging: 'https://m.example/7', supportWhatsapp: 'https://wa.me/90' })
  const { container, unmount } = render(<SupportBlock />)
  const links = [...container.querySelectorAll('a')].map((link) => [link.textContent, link.href, link.rel])
  expect(links).toEqual([
    ['7/24 mesaj hattı', 'https://m.example/7', 'noopener noreferrer'],
    ['WhatsApp hattı', 'https://wa.me/90', 'noopener noreferrer'],
  ])
  expect(container.querySelector('button')).toBeNull()
  unmount()
  await operatorSets({})
  expect(render(<SupportBlock />).container.textContent).toBe('')
})
