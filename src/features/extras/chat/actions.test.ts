import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChatContact, ChatMessage } from '../../../contract/extras.ts'
import { failed, type Result } from '../../../contract/result.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { clearToasts, toasts } from '../../../ui/toast.ts'
import { lockScreen, unlock } from '../../lock/state.ts'
import { DEFAULT_TOGGLES, setToggles } from '../quick-panel/state.ts'
import {
  closeChat,
  discardMessage,
  loadChat,
  loadContacts,
  openChat,
  retryMessage,
  selectContact,
  sendMessage,
  setDraft,
  setStatus,
} from './actions.ts'
import {
  chatUser,
  contacts,
  contactsFailure,
  contactsLoad,
  conversation,
  conversationFailure,
  draft,
  outgoing,
  selected,
  unread,
} from './state.ts'

interface Asked {
  method: string
  path: string
  query?: Record<string, string>
  body?: Record<string, string>
  answer(given: Result<unknown>): Promise<void>
}
let asked: Asked[] = []
vi.mock('../../../net/api.ts', () => ({
  call: (_schema: unknown, method: string, path: string, more: object = {}) =>
    new Promise((done) => {
      const answer = async (given: Result<unknown>) => {
        done(given)
        await vi.dynamicImportSettled()
        for (let step = 0; step < 5; step++) await Promise.resolve()
      }
      asked.push({ method, path, ...more, answer })
    }),
}))

const ok = (value: unknown): Result<unknown> => ({ ok: true, value })
const person = (id: string, more: Partial<ChatContact> = {}): ChatContact => ({
  id,
  name: `Name ${id}`,
  status: 'online',
  unread: 0,
  ...more,
})
const message = (id: string, who: string, text = `text ${id}`): ChatMessage => ({
  id,
  who,
  message: text,
  time: '2026-11-21T10:00:00Z',
  automatic: false,
})
const chat = (...messages: ChatMessage[]) => ok({ chat: { id: 'c1', dialog: messages } })
/** The newest request to a path. */
const last = (path: string): Asked => {
  const one = asked.filter((each) => each.path === path).at(-1)
  if (!one) throw new Error(`${path} was not requested`)
  return one
}
/** The next polls, and their answers. */
const lookFor = (answer: Result<unknown>) => {
  void loadContacts()
  return last('/chat/contacts').answer(answer)
}
const pollChat = (answer: Result<unknown>) => {
  void loadChat()
  return last('/chat/get-chat').answer(answer)
}
const ids = () => conversation.value?.map(({ id }) => id)
const said = () => toasts.value.map(({ message: text }) => text)

/** Opens the chat with the contacts Ada and Bora; none is selected. */
async function opened() {
  void openChat()
  await last('/chat/contacts').answer(ok([person('ada'), person('bora', { unread: 2 })]))
  await last('/chat/user').answer(
    ok({ id: '7', status: 'online', chatList: [{ contactId: 'ada', chatId: 'c1' }] }),
  )
}
/** Opens Ada's chat, which has one message. */
async function withAda() {
  await opened()
  void selectContact('ada')
  await last('/chat/get-chat').answer(chat(message('1', 'ada')))
}
function write(text: string): boolean {
  setDraft(text)
  return sendMessage()
}

beforeEach(() => {
  setSignedOut()
  clearToasts()
  asked = []
  setSignedIn('t1', user)
  setToggles(DEFAULT_TOGGLES)
})

describe('contacts', () => {
  test('a failed request keeps the contacts', async () => {
    expect(contactsLoad.value).toBe('loading')
    await opened()
    expect(selected.value).toBeUndefined()
    await lookFor(failed('network'))
    expect(contacts.value.map(({ id }) => id)).toEqual(['ada', 'bora'])
    expect([contactsLoad.value, contactsFailure.value?.category]).toEqual(['ready', 'network'])
  })

  test('without the call there is no chat; a failed call may be retried', async () => {
    void openChat()
    await last('/chat/contacts').answer(failed('refused', { status: 404 }))
    expect(contactsLoad.value).toBe('absent')
    setSignedOut()
    setSignedIn('t1', user)
    void openChat()
    await last('/chat/contacts').answer(failed('network'))
    expect(contactsLoad.value).toBe('failed')
    void openChat()
    expect(contactsLoad.value).toBe('loading')
  })

  test('a new message is announced once; not the initial ones, and not with notifications off', async () => {
    await opened()
    expect(said()).toEqual([])
    const news = async (count: number) => {
      await lookFor(ok([person('ada'), person('bora', { unread: count })]))
    }
    await news(3)
    expect(said()).toEqual(['Name bora size yazdı'])
    clearToasts()
    await news(3)
    expect(said()).toEqual([])
    setToggles({ ...DEFAULT_TOGGLES, notifications: false })
    await news(4)
    expect(said()).toEqual([])
    // Behind the lock other people could read it.
    setToggles(DEFAULT_TOGGLES)
    lockScreen(0)
    await news(5)
    expect(said()).toEqual([])
    unlock()
  })
})

describe('a chat', () => {
  test('is fetched when its contact is selected, and its messages become read', async () => {
    await opened()
    void selectContact('bora')
    expect(selected.value?.id).toBe('bora')
    expect(conversation.value).toBeUndefined()
    expect(last('/chat/get-chat')).toMatchObject({ method: 'GET', query: { contactId: 'bora', userId: '7' } })
    await last('/chat/get-chat').answer(chat(message('1', 'bora'), message('2', '7')))
    expect(ids()).toEqual(['1', '2'])
    expect(unread.value).toBe(0)
    // The next list of contacts does not count or announce it again.
    await lookFor(ok([person('ada'), person('bora', { unread: 1 })]))
    expect([unread.value, said()]).toEqual([0, []])
  })

  test('a late, duplicate or misdirected answer changes nothing', async () => {
    await opened()
    void selectContact('ada')
    const ofAda = last('/chat/get-chat')
    void selectContact('bora')
    const ofBora = last('/chat/get-chat')
    await ofAda.answer(chat(message('1', 'ada')))
    expect(conversation.value).toBeUndefined()
    await ofBora.answer(chat(message('2', 'bora')))
    void loadChat()
    const again = last('/chat/get-chat')
    await ofBora.answer(chat(message('9', 'bora')))
    await again.answer(chat(message('2', 'bora'), message('2', 'bora'), message('3', 'bora')))
    expect(ids()).toEqual(['2', '3'])
    closeChat()
    void selectContact('ada')
    closeChat()
    await last('/chat/get-chat').answer(chat(message('1', 'ada')))
    expect(conversation.value).toBeUndefined()
  })

  test('stays shown when the next poll fails', async () => {
    await withAda()
    await pollChat(failed('network'))
    expect([ids(), conversationFailure.value?.category]).toEqual([['1'], 'network'])
    await pollChat(chat(message('1', 'ada')))
    expect(conversationFailure.value).toBeUndefined()
  })

  test('is cleared with the player, like all other chat state', async () => {
    await withAda()
    write('secret')
    setDraft('half a')
    void loadChat()
    const late = last('/chat/get-chat')
    const sending = last('/chat/send-message')
    setSignedIn('t2', { ...user, id: '8' })
    await late.answer(chat(message('1', 'ada')))
    expect([contacts.value, selected.value, conversation.value, outgoing.value, chatUser.value]).toEqual([
      [],
      undefined,
      undefined,
      [],
      undefined,
    ])
    await opened()
    const userChatList = [{ contactId: 'ada', chatId: 'of-another' }]
    await sending.answer(ok({ message: message('5', '7', 'secret'), userChatList }))
    expect(chatUser.value?.chatList).toEqual([{ contactId: 'ada', chatId: 'c1' }])
    void selectContact('ada')
    expect([draft.value, conversation.value, outgoing.value]).toEqual(['', undefined, []])
  })
})

describe('a message', () => {
  test("is trimmed, and appended after the server's answer", async () => {
    await withAda()
    expect(write('  Merhaba \n')).toBe(true)
    expect(draft.value).toBe('')
    expect(outgoing.value.map(({ text }) => text)).toEqual(['Merhaba'])
    const { body } = last('/chat/send-message')
    expect(body).toEqual({
      chatId: 'c1',
      contactId: 'ada',
      messageText: 'Merhaba',
      requestId: expect.stringMatching(/^[\w-]{8,64}$/),
    })
    const answer = ok({ message: message('2', '7', 'Merhaba') })
    await last('/chat/send-message').answer(answer)
    expect([ids(), outgoing.value]).toEqual([['1', '2'], []])
  })

  test('goes to the chat id of the latest contact list', async () => {
    await opened()
    void selectContact('bora')
    expect(write('first')).toBe(true)
    expect(last('/chat/send-message').body).not.toHaveProperty('chatId')
    const userChatList = [{ contactId: 'bora', chatId: 'c9' }]
    await last('/chat/send-message').answer(ok({ message: message('1', '7', 'first'), userChatList }))
    expect(write('second')).toBe(true)
    expect(last('/chat/send-message').body).toMatchObject({ contactId: 'bora', chatId: 'c9' })
    closeChat()
    void selectContact('ada')
    await last('/chat/get-chat').answer(
      ok({ chat: { id: 'c1', dialog: [] }, userChatList: [{ contactId: 'bora', chatId: 'c10' }] }),
    )
    closeChat()
    void selectContact('bora')
    expect(write('third')).toBe(true)
    expect(last('/chat/send-message').body).toMatchObject({ contactId: 'bora', chatId: 'c10' })
  })

  test('is not sent without a contact, nor above the maximum length', async () => {
    await opened()
    expect(sendMessage()).toBe(false)
    void selectContact('ada')
    expect(write('x'.repeat(1001))).toBe(false)
    expect(write('x'.repeat(1000))).toBe(true)
  })

  test('stays after the answer to a poll that was sent before it', async () => {
    await withAda()
    write('Merhaba')
    void loadChat()
    const older = last('/chat/get-chat')
    await last('/chat/send-message').answer(ok({ message: message('2', '7', 'Merhaba') }))
    await older.answer(chat(message('1', 'ada')))
    expect(ids()).toEqual(['1', '2'])
  })

  test('is not shown in another chat that was selected meanwhile', async () => {
    await withAda()
    write('to ada')
    void selectContact('bora')
    await last('/chat/get-chat').answer(chat())
    expect(outgoing.value).toEqual([])
    await last('/chat/send-message').answer(ok({ message: message('2', '7', 'to ada') }))
    expect(ids()).toEqual([])
  })

  test('undelivered stays, and is sent again with the same id', async () => {
    await withAda()
    write('Merhaba')
    const first = last('/chat/send-message')
    await first.answer(failed('network'))
    expect(outgoing.value[0]?.failure?.category).toBe('network')
    const id = first.body?.requestId ?? ''
    retryMessage(id)
    // A retry while the message is being sent has no effect.
    retryMessage(id)
    const sends = asked.filter(({ path }) => path === '/chat/send-message')
    expect(sends.map(({ body }) => body?.requestId)).toEqual([id, id])
    expect(outgoing.value).toHaveLength(1)
    await last('/chat/send-message').answer(ok({ message: message('2', '7', 'Merhaba') }))
    expect([ids(), outgoing.value]).toEqual([['1', '2'], []])
  })

  test('counts as delivered when the next poll contains it', async () => {
    await withAda()
    write('Merhaba')
    await last('/chat/send-message').answer(failed('network'))
    await pollChat(chat(message('1', 'ada'), message('2', '7', 'Merhaba')))
    expect([ids(), outgoing.value]).toEqual([['1', '2'], []])
  })

  test('undelivered can be discarded', async () => {
    await withAda()
    write('Merhaba')
    const id = last('/chat/send-message').body?.requestId ?? ''
    discardMessage(id)
    expect(outgoing.value).toHaveLength(1)
    await last('/chat/send-message').answer(failed('refused', { code: 40000 }))
    discardMessage(id)
    expect(outgoing.value).toEqual([])
  })
})

describe("the player's own status", () => {
  test('applies at once, and is reverted if the server refuses it', async () => {
    await opened()
    void setStatus('away')
    expect(chatUser.value?.status).toBe('away')
    expect(last('/chat/user/data')).toMatchObject({ method: 'POST', body: { status: 'away' } })
    await last('/chat/user/data').answer(failed('network'))
    expect(chatUser.value?.status).toBe('online')
    expect(said().join()).toContain('Durumunuz değiştirilemedi.')
    void setStatus('offline')
    await last('/chat/user/data').answer(ok({ id: '7', status: 'offline', chatList: [] }))
    expect(chatUser.value?.status).toBe('offline')
  })

  test.each([
    ['accepted', ok({ id: '7', status: 'away', chatList: [] }), 'away'],
    ['refused', failed('refused'), 'online'],
  ])(
    'of two changes, the first being %s, the second is shown until it is refused',
    async (_, first, status) => {
      await opened()
      void setStatus('away')
      const away = last('/chat/user/data')
      void setStatus('offline')
      const gone = last('/chat/user/data')
      await away.answer(first)
      expect(chatUser.value?.status).toBe('offline')
      await gone.answer(failed('refused'))
      expect(chatUser.value?.status).toBe(status)
    },
  )
})
