import { signal } from '@preact/signals-react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { DEFAULT_TOGGLES, setToggles } from '../quick-panel/state.ts'
import { closePanel, togglePanel } from '../state.ts'
import { FIRST_POLL_MS, POLL_AFTER_SEND_MS, POLL_INTERVAL_MS, startChatPolling } from './polling.ts'
import {
  applyContacts,
  beginContactsRequest,
  contacts,
  selected,
  setSelected,
  setSending,
  setSent,
} from './state.ts'

const calls: string[] = []
/** The answers of the fake server wait for this promise. */
let answering: Promise<void> | undefined
vi.mock('../../../net/api.ts', () => ({
  call: async (_schema: unknown, _method: string, path: string) => {
    calls.push(path)
    await answering
    return { ok: false, error: { category: 'network', params: {} } }
  },
}))
const looks = () => calls.filter((path) => path === '/chat/contacts').length
const away = signal(false)
let visibility: DocumentVisibilityState = 'visible'
let stop = () => {}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const see = (next: DocumentVisibilityState) => {
  visibility = next
  document.dispatchEvent(new Event('visibilitychange'))
}
function wrote(id: string) {
  setSending({ requestId: id, contactId: 'ada', text: 'x' })
  setSent(id, { message: { id, who: '7', message: 'x', time: '', automatic: false } })
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  visibility = 'visible'
  away.value = false
  setSignedOut()
  setToggles(DEFAULT_TOGGLES)
  calls.length = 0
})
afterEach(() => {
  stop()
  closePanel()
  vi.useRealTimers()
  vi.restoreAllMocks()
})
/** Logs a player in; the requests of the login are cleared. */
async function here() {
  setSignedIn('t1', user)
  stop = startChatPolling(away)
  await pass(0)
  calls.length = 0
}

test('after the login unread messages are announced once, if notifications are on; not after a renewal', async () => {
  setSignedIn('t1', user)
  stop = startChatPolling(away)
  expect(looks()).toBe(1)
  setSignedIn('t2', user)
  await pass(10 * POLL_INTERVAL_MS)
  expect(looks()).toBe(1)
  stop()
  setSignedOut()
  calls.length = 0
  setToggles({ ...DEFAULT_TOGGLES, notifications: false })
  setSignedIn('t1', user)
  stop = startChatPolling(away)
  await pass(10 * POLL_INTERVAL_MS)
  expect(looks()).toBe(0)
})

test('polls while the chat is open, and stops when it closes', async () => {
  await here()
  togglePanel('chat')
  await pass(0)
  expect(looks()).toBe(1)
  await pass(3 * POLL_INTERVAL_MS)
  expect(looks()).toBe(4)
  closePanel()
  await pass(10 * POLL_INTERVAL_MS)
  expect(looks()).toBe(4)
  togglePanel('quick')
  await pass(10 * POLL_INTERVAL_MS)
  expect(looks()).toBe(4)
})

test('closing the chat deselects the contact', async () => {
  await here()
  applyContacts(beginContactsRequest(), [{ id: 'ada', name: 'Ada', status: 'online', unread: 0 }])
  togglePanel('chat')
  setSelected('ada')
  expect(selected.value?.id).toBe('ada')
  closePanel()
  expect([contacts.value.length, selected.value]).toEqual([1, undefined])
})

test('a hidden or suspended page does not poll; it polls at once when it is back', async () => {
  await here()
  togglePanel('chat')
  await pass(0)
  see('hidden')
  await pass(10 * POLL_INTERVAL_MS)
  expect(looks()).toBe(1)
  see('visible')
  await pass(0)
  expect(looks()).toBe(2)
  away.value = true
  await pass(10 * POLL_INTERVAL_MS)
  expect(looks()).toBe(2)
  away.value = false
  await pass(0)
  expect(looks()).toBe(3)
})

test('after a sent message the chat is polled for a minute, also when closed, if notifications are on', async () => {
  await here()
  wrote('1')
  await pass(FIRST_POLL_MS)
  expect(looks()).toBe(1)
  vi.setSystemTime(Date.now() - 60 * POLL_AFTER_SEND_MS)
  await pass(POLL_AFTER_SEND_MS)
  const all = looks()
  expect(all).toBeGreaterThan(5)
  await pass(POLL_AFTER_SEND_MS)
  expect(looks()).toBe(all)
  setToggles({ ...DEFAULT_TOGGLES, notifications: false })
  wrote('2')
  await pass(POLL_AFTER_SEND_MS)
  expect(looks()).toBe(all)
})

test('a guest has no chat', async () => {
  stop = startChatPolling(away)
  togglePanel('chat')
  await pass(10 * POLL_INTERVAL_MS)
  expect(calls).toEqual([])
})

test('it does not poll again if it is ended during a request', async () => {
  await here()
  togglePanel('chat')
  await pass(0)
  let answer = () => {}
  answering = new Promise((resolve) => {
    answer = resolve
  })
  await pass(POLL_INTERVAL_MS)
  stop()
  answer()
  answering = undefined
  await pass(0)
  calls.length = 0
  await pass(10 * POLL_INTERVAL_MS)
  expect(looks()).toBe(0)
})
