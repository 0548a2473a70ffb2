import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  ChatAnswer,
  ChatContactsAnswer,
  ChatSendAnswer,
  ChatUser,
  MAX_MESSAGE_LENGTH,
  QuickPanelAnswer,
} from '../../src/contract/extras.ts'
import { type EVENT_TYPES, ProfileAnswer } from '../../src/contract/player.ts'
import { MAX_FAVOURITES, MAX_SHORTCUTS, type ThemeSettings } from '../../src/contract/user.ts'
import { recordEvent } from '../players/events.ts'
import { MAX_MESSAGES_PER_MINUTE } from '../players/team-chat.ts'
import { noFloor, START_MS, testServer } from '../testing/http/server.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'

const server = serverOfFile(noFloor)

const THEME: ThemeSettings = {
  layoutStyle: 'layout3',
  direction: 'rtl',
  folded: true,
  scheme: 'night-2',
  animations: false,
  customScrollbars: true,
}
/** A demo contact who answers, and one who does not. */
const TALKS = 'demo-selin'
const SILENT = 'demo-can'
/** Text that would break a concatenated SQL statement. */
const SQLISH = `'); drop table chat_messages; -- \\ %_"$1`

let count = 0
/** Logs in a new player for each test. */
async function player(cents = 0) {
  const username = `user${count++}`
  const id = await server.addPlayer(username, cents)
  const token = await server.logIn(username)
  const get = (url: string) => server.call('GET', `/api/${url}`, { token })
  const post = (url: string, payload: object | string) =>
    server.call('POST', `/api/${url}`, {
      token,
      payload,
      headers: { 'content-type': 'application/json' },
    })
  const update = (user: unknown) => post('auth/user/update', { user })
  const profile = async () => v.parse(ProfileAnswer, (await get('player/profile')).body)
  const send = (messageText: unknown, more: object = {}) =>
    post('chat/send-message', { contactId: TALKS, messageText, ...more })
  const dialog = async (contactId = TALKS) => {
    const { body } = await get(`chat/get-chat?contactId=${contactId}&userId=${id}`)
    return v.parse(ChatAnswer, body).chat.dialog
  }
  const unread = async (contactId = TALKS) => {
    const contacts = v.parse(ChatContactsAnswer, (await get('chat/contacts')).body)
    return contacts.find((one) => one.id === contactId)?.unread
  }
  return { id, username, token, get, post, update, profile, send, dialog, unread }
}

let shared: ReturnType<typeof player> | undefined
/** A shared player for tests that store nothing. */
const somebody = () => {
  shared ??= player()
  return shared
}

describe('preferences', () => {
  test('are stored one by one and returned with the profile', async () => {
    const { update, profile } = await player()
    const done = await update({ shortcuts: ['lobby', 'transactions'] })
    expect(done).toMatchObject({ status: 200, body: { status: true, code: 20000 } })
    await update({ favourites: ['7', '12'] })
    await update({ settings: THEME })
    await update({})
    expect(await profile()).toMatchObject({
      shortcuts: ['lobby', 'transactions'],
      favourites: ['7', '12'],
      settings: THEME,
    })
    await update({ favourites: [], shortcuts: ['a'] })
    expect(await profile()).toMatchObject({ shortcuts: ['a'], favourites: [], settings: THEME })
  })

  test('belong to one player', async () => {
    const [one, other] = [await player(), await player()]
    await one.update({ favourites: ['1'] })
    expect((await other.profile()).favourites).toBeUndefined()
  })

  test('may have the maximum size of the contract', async () => {
    const { update, profile } = await player()
    const long = (i: number) => `${'x'.repeat(60)}${i}`
    const favourites = Array.from({ length: MAX_FAVOURITES }, (_, i) => long(i))
    expect((await update({ favourites })).status).toBe(200)
    expect((await profile()).favourites).toEqual(favourites)
  })

  test('are stored verbatim', async () => {
    const { update, profile } = await player()
    const favourites = [SQLISH.trim(), '<img src=x>', 'ı İ', '{"a":1}']
    expect((await update({ favourites })).status).toBe(200)
    expect((await profile()).favourites).toEqual(favourites)
  })

  test.each([
    ['nobody', undefined],
    ['no object', 'shortcuts'],
    ['a list of numbers', { favourites: [1] }],
    ['no list', { shortcuts: 'lobby' }],
    ['too many shortcuts', { shortcuts: Array.from({ length: MAX_SHORTCUTS + 1 }, String) }],
    ['too many favourites', { favourites: Array.from({ length: MAX_FAVOURITES + 1 }, String) }],
    ['an empty id', { favourites: [''] }],
    ['an id that is too long', { favourites: ['x'.repeat(65)] }],
    ['an id that no database keeps', { favourites: ['a\0b'] }],
    ['half a character', { favourites: ['a\ud800b'] }],
    ['half a theme', { settings: { folded: true } }],
    ['a scheme that is no name', { settings: { ...THEME, scheme: 'a b' } }],
    ['more in the theme', { settings: { ...THEME, admin: true } }],
    ['somebody’s rights', { shortcuts: [], permissions: [1], is_demo: false }],
  ])('reject %s and stay unchanged', async (_, user) => {
    const { update, profile } = await somebody()
    await update({ shortcuts: ['kept'] })
    expect(await update(user)).toMatchObject({ status: 400, body: { code: 40000 } })
    expect(await profile()).toMatchObject({ shortcuts: ['kept'] })
  })
})

describe('the chat', () => {
  test('lists the demo contacts, and none without demo data', {
    timeout: START_MS,
  }, async () => {
    const { get } = await player()
    const contacts = v.parse(ChatContactsAnswer, (await get('chat/contacts')).body)
    expect(contacts.map(({ status }) => status).sort()).toEqual([
      'away',
      'do-not-disturb',
      'offline',
      'online',
    ])
    expect(contacts.map(({ unread }) => unread)).toEqual([0, 0, 0, 0])

    const real = await testServer(noFloor, { demo: false })
    await real.addPlayer('real')
    const token = await real.logIn('real')
    expect(await real.call('GET', '/api/chat/contacts', { token })).toMatchObject({ status: 200, body: [] })
    const payload = { contactId: TALKS, messageText: 'hello' }
    const sent = await real.call('POST', '/api/chat/send-message', { token, payload })
    expect([sent.status, sent.body.code]).toEqual([404, 60013])
    expect((await real.call('GET', '/api/quick-panel/data', { token })).body.notes).toEqual([])
    await real.close()
  })

  test('returns name and status of the player', async () => {
    const { id, username, get, post, send } = await player()
    const user = async () => v.parse(ChatUser, (await get('chat/user')).body)
    expect(await user()).toEqual({ id, name: username, status: 'online', chatList: [] })
    const changed = await post('chat/user/data', { status: 'do-not-disturb' })
    expect(v.parse(ChatUser, changed.body)).toMatchObject({ id, status: 'do-not-disturb' })
    await send('Merhaba', { contactId: SILENT })
    server.clock.now += 1000
    await send('Merhaba')
    const time = new Date(server.clock.now).toISOString()
    expect(await user()).toMatchObject({
      status: 'do-not-disturb',
      chatList: [{ contactId: TALKS, lastMessageTime: time }, { contactId: SILENT }],
    })
  })

  test.each([{}, { status: 'busy' }, { status: 'away', role: 'admin' }, { id: '1' }])(
    'rejects %j as a status',
    async (data) => {
      const { status, body } = await (await somebody()).post('chat/user/data', data)
      expect([status, body.code]).toEqual([400, 40000])
    },
  )

  test('stores a trimmed message and answers once, marked as automatic', async () => {
    const { id, get, send, dialog, unread } = await player()
    const empty = v.parse(ChatAnswer, (await get(`chat/get-chat?contactId=${TALKS}&userId=${id}`)).body)
    expect(empty.chat.dialog).toEqual([])
    const { status, body } = await send('  \u202eMerhaba\r\n\u2067Selin  ', { chatId: empty.chat.id })
    expect(status).toBe(200)
    const { message, userChatList } = v.parse(ChatSendAnswer, body)
    expect(message).toMatchObject({ who: id, message: 'Merhaba\nSelin', automatic: false })
    expect(message.time).toBe(new Date(server.clock.now).toISOString())
    expect(userChatList).toMatchObject([{ contactId: TALKS, chatId: empty.chat.id }])
    expect(await unread()).toBe(1)
    const answer = {
      who: TALKS,
      automatic: true,
      message: { en: expect.stringContaining('automatic answer') },
    }
    expect(await dialog()).toMatchObject([{ who: id, message: 'Merhaba\nSelin' }, answer])
    expect(await unread()).toBe(0)
    await send('Orada mısınız?')
    expect(await dialog()).toHaveLength(3)
  })

  test('stores text verbatim', async () => {
    const { send, dialog } = await player()
    const texts = [SQLISH.trim(), '<script>alert(1)</script>', '👨‍👩‍👧 İıŞ مرحبا', '"', '{"tr":"x"}', 'null']
    for (const text of texts) expect((await send(text, { contactId: SILENT })).status).toBe(200)
    expect((await dialog(SILENT)).map(({ message }) => message)).toEqual(texts)
  })

  test('limits the length of a message', async () => {
    const { send, dialog } = await player()
    expect((await send('x'.repeat(MAX_MESSAGE_LENGTH))).status).toBe(200)
    const { status, body } = await send('x'.repeat(MAX_MESSAGE_LENGTH + 1))
    expect([status, body.code]).toEqual([400, 40000])
    expect(await dialog()).toHaveLength(2)
  })

  test.each([
    ['nothing', ''],
    ['blanks', ' \n\t '],
    ['what nobody sees', '\u200b\u2060'],
    ['what no database keeps', 'a\0b'],
    ['half a character', 'a\ud800b'],
    ['a number', 7],
    ['no text', undefined],
  ])('rejects %s as a message', async (_, text) => {
    const { send, dialog } = await somebody()
    expect(await send(text)).toMatchObject({ status: 400, body: { code: 40000 } })
    expect(await dialog()).toEqual([])
  })

  test('stores a repeated message once', async () => {
    const { send, dialog } = await player()
    const first = await send('Merhaba', { requestId: 'message-1' })
    const again = await send('Merhaba', { requestId: 'message-1' })
    expect([again.status, again.body.message]).toEqual([200, first.body.message])
    const many = await Promise.all(
      Array.from({ length: 6 }, () => send('Hep aynı', { requestId: 'message-2' })),
    )
    expect(new Set(many.map(({ body }) => v.parse(ChatSendAnswer, body).message.id)).size).toBe(1)
    expect((await dialog()).filter(({ automatic }) => !automatic)).toHaveLength(2)
    for (const other of [{ requestId: 'message-1' }, { requestId: 'message-1', contactId: SILENT }]) {
      const { status, body } = await send(other.contactId ? 'Merhaba' : 'Başka', other)
      expect([status, body.code]).toEqual([409, 60010])
    }
  })

  test('scopes ids to their players', async () => {
    const [one, other] = [await player(), await player()]
    for (const { send, dialog, id } of [one, other]) {
      expect((await send(`I am ${id}`, { requestId: 'the-same-id' })).status).toBe(200)
      expect((await dialog())[0]).toMatchObject({ who: id, message: `I am ${id}` })
    }
  })

  test('limits messages per minute with the time to wait', async () => {
    const { send } = await player()
    const texts = Array.from({ length: MAX_MESSAGES_PER_MINUTE + 4 }, (_, i) => `${i}`)
    const answers = await Promise.all(texts.map((text) => send(text, { requestId: `storm-${text}-x` })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_MESSAGES_PER_MINUTE)
    server.clock.now += 20_000
    const early = await send('Hâlâ çok')
    expect(early).toMatchObject({
      status: 429,
      headers: { 'retry-after': '40' },
      body: { code: 60011, params: { seconds: 40 } },
    })
    // A message that is already stored does not count.
    const kept = answers.findIndex(({ status }) => status === 200)
    expect((await send(texts[kept], { requestId: `storm-${texts[kept]}-x` })).status).toBe(200)
    expect((await (await player()).send('Ben başkayım')).status).toBe(200)
    server.clock.now += 40_000
    expect((await send('Şimdi')).status).toBe(200)
  })

  test('returns the newest messages of a long chat', async () => {
    const { id, dialog } = await player()
    const kept = Array.from({ length: 205 }, (_, i) => ({
      player_id: Number(id),
      contact_id: SILENT,
      from_player: true,
      message: JSON.stringify(`message ${i}`),
      at: new Date(server.clock.now + i),
      request_id: null,
    }))
    await server.database.db.insertInto('chat_messages').values(kept).execute()
    const shown = await dialog(SILENT)
    expect([shown.length, shown[0]?.message, shown.at(-1)?.message]).toEqual([
      200,
      'message 5',
      'message 204',
    ])
  })

  test('cannot be read by others', async () => {
    const [one, other] = [await player(), await player()]
    await one.send('Gizli')
    const { status, body } = await other.get(`chat/get-chat?contactId=${TALKS}&userId=${one.id}`)
    expect([status, body.code]).toEqual([403, 40000])
    expect(JSON.stringify(body)).not.toContain('Gizli')
    expect(await other.dialog()).toEqual([])
    expect(await other.unread()).toBe(0)
    // Reading by another player leaves it unread.
    expect(await one.unread()).toBe(1)
  })

  test('cannot be written by others', async () => {
    const [one, other] = [await player(), await player()]
    const { body } = await one.get(`chat/get-chat?contactId=${TALKS}`)
    const theirs = v.parse(ChatAnswer, body).chat.id
    for (const chatId of [theirs, 'x', SQLISH]) {
      const refused = await other.send('Merhaba', { chatId })
      expect([refused.status, refused.body.code]).toEqual([404, 60013])
    }
    expect(await one.dialog()).toEqual([])
    expect(await other.dialog()).toEqual([])
  })

  test.each([
    ['', 400, 40000],
    ['?contactId=', 400, 40000],
    ['?contactId=nobody', 404, 60013],
    ['?contactId=a%00b', 400, 40000],
    [`?contactId=${encodeURIComponent(SQLISH)}`, 404, 60013],
    [`?contactId=${'x'.repeat(65)}`, 400, 40000],
    [`?contactId=${TALKS}&contactId=${SILENT}`, 400, 40000],
    [`?contactId=${TALKS}&userId=0`, 403, 40000],
    [`?contactId=${TALKS}&userId=1%20or%201=1`, 403, 40000],
  ])('rejects the query "%s"', async (query, expected, code) => {
    const { status, body } = await (await somebody()).get(`chat/get-chat${query}`)
    expect([status, body.code]).toEqual([expected, code])
  })

  test('rejects an unknown contact and unknown keys', async () => {
    const { send } = await player()
    for (const [more, code] of [
      [{ contactId: 'nobody' }, 60013],
      [{ contactId: null }, 40000],
      [{ requestId: 'short' }, 40000],
      [{ automatic: true }, 40000],
      [{ who: TALKS }, 40000],
    ] as const) {
      expect((await send('Merhaba', more)).body.code).toBe(code)
    }
  })
})

describe('the quick panel', () => {
  const panel = async (get: (url: string) => Promise<{ body: unknown }>) =>
    v.parse(QuickPanelAnswer, (await get('quick-panel/data')).body)

  test("lists events, newest first, and the operator's notes", async () => {
    const { id, get } = await player(5000)
    server.clock.now += 1000
    await get('player/bonus?requestId=quick-panel-1')
    server.clock.now += 1000
    await recordEvent(server.database.db, {
      type: 'kicked by player',
      ip: '127.0.0.1',
      playerId: id,
      at: server.clock.now,
    })
    const { events, notes } = await panel(get)
    expect(events).toMatchObject([
      { type: 'kicked by player', time: new Date(server.clock.now).toISOString() },
      { action: 1, amount: 1000, title: 'Deposit' },
      { type: 'login success' },
      { action: 1, amount: 5000 },
    ])
    expect(new Set(events.map((event) => event.id)).size).toBe(4)
    expect(notes.length).toBeGreaterThan(0)
    for (const { title, detail } of notes) {
      expect(Object.keys(title).sort()).toEqual(['ar', 'en', 'tr'])
      expect(Object.keys(detail).sort()).toEqual(['ar', 'en', 'tr'])
    }
  })

  test('lists the last ten events without token checks', async () => {
    const { id, get } = await player()
    const happened = (type: (typeof EVENT_TYPES)[number]) =>
      recordEvent(server.database.db, { type, ip: '127.0.0.1', playerId: id, at: server.clock.now })
    for (let i = 0; i < 12; i += 1) await happened(i % 2 ? 'login fail' : 'logout')
    for (let i = 0; i < 12; i += 1) await happened('check success')
    const { events } = await panel(get)
    expect(events).toHaveLength(10)
    expect(events.map(({ type }) => type)).not.toContain('check success')
  })

  test('excludes other players', async () => {
    await player(7777)
    const { get } = await player()
    const { events } = await panel(get)
    expect(events).toMatchObject([{ type: 'login success' }])
  })
})
