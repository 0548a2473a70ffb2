import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setSettings } from '../../core/settings/set-settings.fake.ts'
import { chatwoot, liveChat, livechat, tawk } from './providers.ts'

const IDENTITY = { id: 'player-1f2e', hash: 'abc123' }
const config = (values: { id?: string; url?: string }) => ({ id: '', url: '', ...values })
const user = (identity: typeof IDENTITY | undefined = undefined) => ({ identity, locale: 'tr' as const })

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('page URL', () => {
  test('Tawk.to: the direct chat link, without an identity', () => {
    expect(tawk.page(config({ id: '5e1f/1abc' }), user(IDENTITY))).toBe('https://tawk.to/chat/5e1f/1abc')
    expect(tawk.page(config({ id: '5e1f' }), user())).toBe('https://tawk.to/chat/5e1f/default')
    for (const id of ['', '/', 'a/b/c', '-/x']) expect(tawk.page(config({ id }), user())).toBeUndefined()
  })

  test('LiveChat: the chat page, with the opaque id and the hash only', () => {
    const url = new URL(livechat.page(config({ id: '1234567' }), user(IDENTITY)) ?? '')
    expect(url.origin + url.pathname).toBe('https://secure.livechatinc.com/licence/1234567/open_chat.cgi')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      groups: '0',
      params: 'id=player-1f2e&hash=abc123',
    })
    expect(livechat.page(config({ id: '1234567' }), user())).not.toContain('params')
    for (const id of ['', 'abc', '1/2']) expect(livechat.page(config({ id }), user())).toBeUndefined()
  })

  test('Chatwoot: the widget page, on another origin than the app', () => {
    const valid = config({ id: 'Ab-1_', url: 'https://chat.example/' })
    expect(chatwoot.page(valid, user(IDENTITY))).toBe('https://chat.example/widget?website_token=Ab-1_')
    for (const url of ['', '/chatwoot', 'wss://chat.example', location.origin])
      expect(chatwoot.page({ ...valid, url }, user())).toBeUndefined()
    expect(chatwoot.page({ ...valid, id: '' }, user())).toBeUndefined()
  })
})

describe('Chatwoot messages', () => {
  const handle = (event: string, identity?: typeof IDENTITY) =>
    chatwoot.handleMessage?.(
      `chatwoot-widget:${JSON.stringify({ event, config: { authToken: 'x' } })}`,
      user(identity),
    )
  const replies = (identity?: typeof IDENTITY) =>
    handle('loaded', identity)?.messages?.map((text) => JSON.parse(text.replace('chatwoot-widget:', '')))

  test('loaded: replies with the appearance, the identity and the open state', () => {
    expect(replies(IDENTITY)).toEqual([
      expect.objectContaining({ event: 'config-set', locale: 'tr', hideMessageBubble: true }),
      { event: 'set-user', identifier: IDENTITY.id, user: { identifier_hash: IDENTITY.hash } },
      { event: 'toggle-open', isOpen: true },
    ])
    expect(replies()?.map(({ event }) => event)).toEqual(['config-set', 'toggle-open'])
  })

  test('closeWindow hides the window; anything else is ignored', () => {
    expect(handle('closeWindow')).toEqual({ hide: true })
    expect(handle('setUnreadMode')).toEqual({})
    for (const message of [
      undefined,
      7,
      {},
      'x',
      'chatwoot-widget:{',
      'chatwoot-widget:[]',
      'other:{"event":"loaded"}',
    ])
      expect(chatwoot.handleMessage?.(message, user())).toEqual({})
  })
})

test.each([
  [{ liveChat: '' }, false],
  [{ liveChat: 'chatwoot', liveChatId: 'tok', liveChatUrl: 'https://chat.example' }, true],
  [{ liveChat: 'chatwoot', liveChatId: 'tok' }, false],
  [{ liveChat: 'tawk', liveChatId: '5e1f' }, true],
  [{ liveChat: 'tawk' }, false],
  [{ liveChat: 'livechat', liveChatId: '123' }, true],
  [{ liveChat: 'livechat', liveChatId: 'abc' }, false],
])('%o: offered %s', async (settings, offered) => {
  await setSettings(settings)
  expect(liveChat.value !== undefined).toBe(offered)
})
