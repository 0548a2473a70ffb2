import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ChatContact, ChatMessage } from '../../contract/extras.ts'
import { failed, type Result } from '../../contract/result.ts'
import { startGuard } from '../../core/router/guard.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { user } from '../../core/session/user.fake.ts'
import { setExtrasEnabled } from '../../core/settings/extras.ts'
import { setLocale } from '../../i18n/index.ts'
import { preloadFluent } from '../../ui/fluent-widgets.tsx'
import { lockScreen, unlock } from '../lock/state.ts'
import * as chatState from './chat/state.ts'
import {
  applyChatUser,
  applyContacts,
  applyConversation,
  beginContactsRequest,
  setDraft,
  setSelected,
} from './chat/state.ts'
import { Extras, LoginExtras } from './ExtrasLayer.tsx'
import { registerExtras } from './extras.chunk.tsx'
import { DEFAULT_TOGGLES, setToggles } from './quick-panel/state.ts'
import { closePanel, type PanelName, togglePanel } from './state.ts'
import { changeTheme } from './theme/actions.ts'
import { suspended } from './visibility.ts'

// Loading Fluent takes long on a busy machine.
beforeAll(preloadFluent, 60_000)

startGuard()

let answers: Record<string, Result<unknown>> = {}
const calls: { path: string; body?: object }[] = []
vi.mock('../../net/api.ts', () => ({
  call: async (_schema: unknown, _method: string, path: string, more: object = {}) => {
    calls.push({ path, ...more })
    return answers[path] ?? { ok: false, error: { category: 'network', params: {} } }
  },
}))

const people: ChatContact[] = [
  { id: 'ada', name: 'Ada Işık', status: 'online', unread: 0 },
  { id: 'bora', name: 'Bora Su', status: 'do-not-disturb', unread: 12 },
  { id: 'cem', name: 'Cem', status: 'away', unread: 0 },
  { id: 'ece', name: 'Ece', status: 'offline', unread: 0 },
]
const message = (id: string, who: string, text: string, automatic = false): ChatMessage => ({
  id,
  who,
  message: text,
  time: '2026-11-21T10:00:00Z',
  automatic,
})
const go = (to: string) =>
  act(() => {
    history.pushState(null, '', to)
    window.dispatchEvent(new Event('pushState'))
  })
const open = (name: PanelName) => act(() => togglePanel(name))
const dialog = () => screen.getByRole('dialog')
const isOpen = () => screen.queryByRole('dialog') !== null
const button = (name: string | RegExp) => screen.getByRole('button', { name })
function talk(...messages: ChatMessage[]) {
  const asked = chatState.beginConversationRequest()
  if (!asked) throw new Error('nobody is chosen')
  applyConversation(asked.mark, { chat: { id: 'c1', dialog: messages } })
}

beforeEach(() => {
  answers = {}
  calls.length = 0
  setExtrasEnabled(true)
  setSignedOut()
  setSignedIn('t1', user)
  history.replaceState(null, '', '/lobby')
  window.dispatchEvent(new Event('pushState'))
  setToggles(DEFAULT_TOGGLES)
  localStorage.clear()
})
afterEach(async () => {
  cleanup()
  closePanel()
  await setLocale('tr')
  // Waits until a closed panel has restored the focus.
  await new Promise((done) => setTimeout(done))
})

describe('the edge buttons', () => {
  test('open their panels; the theme settings and the colour schemes have one panel each', () => {
    render(<Extras />)
    for (const title of ['Ekip sohbeti', 'Hızlı panel', 'Görünüm ayarları', 'Renk düzenleri']) {
      fireEvent.click(button(title))
      expect(dialog().getAttribute('aria-labelledby')).toBeTruthy()
      expect(within(dialog()).getByRole('heading', { name: title })).toBeTruthy()
      act(closePanel)
    }
  })

  test('a guest has the theme button only', async () => {
    act(() => setSignedOut())
    await go('/auth/guest-role-example')
    render(<Extras />)
    expect(screen.queryByRole('button', { name: 'Ekip sohbeti' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Hızlı panel' })).toBeNull()
    expect([button('Görünüm ayarları'), button('Renk düzenleri')]).toHaveLength(2)
  })

  test('are shown on the login to guests only, without the chat', async () => {
    const login = render(<LoginExtras />).container
    expect(login.innerHTML).toBe('')
    act(() => setSignedOut())
    await go('/login')
    expect(button('Görünüm ayarları')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Ekip sohbeti' })).toBeNull()
    expect(render(<Extras />).container.innerHTML).toBe('')
  })

  test('are behind one toggle on small screens, with aria-expanded', () => {
    render(<Extras />)
    const handle = button('Ek araçlar')
    expect(handle.getAttribute('aria-expanded')).toBe('false')
    fireEvent.click(handle)
    expect(button('Ek araçlar').getAttribute('aria-expanded')).toBe('true')
  })

  test('include a chat button with the unread count, unless notifications are off', () => {
    applyContacts(beginContactsRequest(), people)
    render(<Extras />)
    expect(button('Ekip sohbeti, 12 okunmamış mesaj').textContent).toBe('9+')
    act(() => setToggles({ ...DEFAULT_TOGGLES, notifications: false }))
    expect(button('Ekip sohbeti').textContent).toBe('')
  })
})

describe('a panel', () => {
  test('takes the focus, closes on Escape, and restores the focus', async () => {
    render(<Extras />)
    // happy-dom has no layout, so nothing would be visible.
    HTMLElement.prototype.checkVisibility = () => true
    fireEvent.click(button('Hızlı panel'))
    expect(document.activeElement).toBe(dialog())
    // Handled, so that the key closes nothing else.
    expect(fireEvent.keyDown(dialog(), { key: 'Escape' })).toBe(false)
    expect(isOpen()).toBe(false)
    await waitFor(() => expect(document.activeElement?.id).toBe('dock-quick'))
  })

  test('closes on a click outside, not on one inside, in a dialog or on a toast', () => {
    render(
      <>
        <p>page</p>
        <div role="dialog" aria-label="window" data-testid="window">
          <button type="button">in it</button>
        </div>
        <button type="button" className="_toast_1">
          message
        </button>
        <Extras />
      </>,
    )
    open('quick')
    const panel = screen.getByRole('dialog', { name: 'Hızlı panel' })
    fireEvent.click(within(panel).getByText('Bugün'))
    fireEvent.click(screen.getByText('in it'))
    fireEvent.click(screen.getByText('message'))
    fireEvent.keyDown(screen.getByText('in it'), { key: 'Escape' })
    expect(panel.isConnected).toBe(true)
    fireEvent.click(screen.getByText('page'))
    expect(panel.isConnected).toBe(false)
    // Also on an element that the click itself removes.
    open('quick')
    const link = screen.getByText('page')
    link.addEventListener('click', () => link.remove())
    fireEvent.click(link)
    expect(isOpen()).toBe(true)
    expect(screen.queryByRole('dialog', { name: 'Hızlı panel' })).toBeNull()
  })

  test('a tap beside it closes it and opens nothing; a key press does both', () => {
    const opened = vi.fn()
    render(
      <>
        <button type="button" onClick={opened}>
          under it
        </button>
        <Extras />
      </>,
    )
    open('quick')
    fireEvent.click(screen.getByText('under it'), { detail: 1 })
    expect(screen.queryByRole('dialog', { name: 'Hızlı panel' })).toBeNull()
    expect(opened).not.toHaveBeenCalled()
    fireEvent.click(screen.getByText('under it'), { detail: 1 })
    expect(opened).toHaveBeenCalledTimes(1)
    open('quick')
    fireEvent.click(screen.getByText('under it'), { detail: 0 })
    expect(opened).toHaveBeenCalledTimes(2)
  })

  test('is hidden in a game, as are the buttons, and counts as suspended there and under the lock', async () => {
    const { container } = render(<Extras />)
    expect(suspended.value).toBe(false)
    await go('/game/7/Nar')
    expect(container.innerHTML).toBe('')
    expect(suspended.value).toBe(true)
    await go('/lobby')
    expect(container.innerHTML).not.toBe('')
    act(() => lockScreen(0))
    expect(suspended.value).toBe(true)
    act(unlock)
  })
})

describe('the chat panel', () => {
  beforeEach(() => {
    applyContacts(beginContactsRequest(), people)
    applyChatUser(chatState.beginChatUserRequest(), { id: '7', status: 'online', chatList: [] })
    render(<Extras />)
    open('chat')
  })
  const openAda = (text = '') =>
    act(() => {
      setSelected('ada')
      talk()
      setDraft(text)
    })

  test('shows each contact with a badge and its status as text and shape', () => {
    const column = screen.getByRole('list', { name: 'Kişiler' })
    const names = within(column).getAllByRole('button')
    expect(names.map((one) => one.getAttribute('aria-label'))).toEqual([
      'Ada Işık, Çevrimiçi',
      'Bora Su, Rahatsız etmeyin, 12 okunmamış mesaj',
      'Cem, Uzakta',
      'Ece, Çevrimdışı',
    ])
    const shapes = names.map((one) => one.querySelector('path')?.getAttribute('d'))
    expect(new Set(shapes).size).toBe(4)
    expect(names[1]?.querySelector('b')?.textContent).toBe('9+')
    expect(names[0]?.querySelector('b')).toBeNull()
  })

  test('prompts for a contact first, then for a text', async () => {
    expect(screen.getByText('Sohbete başlamak için bir kişi seçin.')).toBeTruthy()
    await act(() => setLocale('en'))
    expect(screen.getByText('Select a contact to start a conversation.')).toBeTruthy()
    openAda()
    expect(screen.getByText('Start a conversation by typing your message below.')).toBeTruthy()
    expect(screen.getByPlaceholderText('Type your message')).toBeTruthy()
  })

  test('selecting a contact loads the chat; messages show their sender, and automatic ones are marked', async () => {
    answers['/chat/get-chat'] = {
      ok: true,
      value: {
        chat: { id: 'c1', dialog: [message('1', '7', 'Merhaba'), message('2', 'ada', 'Buyurun', true)] },
      },
    }
    fireEvent.click(button('Ada Işık, Çevrimiçi'))
    await screen.findByText('Buyurun')
    expect(screen.getAllByRole('listitem').filter((one) => one.closest('[role=log]'))).toHaveLength(2)
    const [own, theirs] = within(screen.getByRole('log')).getAllByRole('listitem')
    expect(own?.textContent).toMatch(/^Siz: Merhaba/)
    expect(own?.hasAttribute('data-own')).toBe(true)
    expect(theirs?.textContent).toMatch(/^Ada Işık: Buyurun.*Otomatik yanıt/)
    expect(theirs?.hasAttribute('data-own')).toBe(false)
  })

  test('an empty message cannot be sent; Enter sends, Shift+Enter does not', async () => {
    openAda()
    const field = screen.getByPlaceholderText('Mesajınızı yazın')
    const sends = () => calls.filter(({ path }) => path === '/chat/send-message').length
    expect(button('Gönder').getAttribute('aria-disabled')).toBe('true')
    fireEvent.input(field, { target: { value: '   ' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.click(button('Gönder'))
    expect([button('Gönder').getAttribute('aria-disabled'), sends()]).toEqual(['true', 0])
    answers['/chat/send-message'] = { ok: true, value: { message: message('3', '7', 'Selam') } }
    fireEvent.input(field, { target: { value: 'Selam' } })
    fireEvent.keyDown(field, { key: 'Enter', shiftKey: true })
    expect(sends()).toBe(0)
    fireEvent.keyDown(field, { key: 'Enter' })
    expect(field).toHaveProperty('value', '')
    await waitFor(() => expect(screen.getByRole('log').textContent).toMatch(/Selam(?!.*gönderiliyor)/))
    expect(sends()).toBe(1)
  })

  test('an undelivered message is marked, and can be sent again or deleted', async () => {
    openAda('Selam')
    press(button('Gönder'))
    expect(document.activeElement).toBe(screen.getByPlaceholderText('Mesajınızı yazın'))
    await screen.findByText(/Gönderilemedi\. Ağ hatası/)
    const conversation = screen.getByRole('region', { name: 'Ada Işık' })
    press(button('Tekrar gönder'))
    await waitFor(() => expect(document.activeElement).toBe(conversation))
    await screen.findByText(/Gönderilemedi\. Ağ hatası/)
    press(button('Sil'))
    expect(screen.queryByText('Selam')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(conversation))
  })

  test('a retry that loads the contacts leaves the focus in the panel', async () => {
    act(() => {
      setSignedOut()
      setSignedIn('t1', user)
      togglePanel('chat')
      const away = failed('network')
      applyContacts(beginContactsRequest(), undefined, away.ok ? undefined : away.error)
    })
    press(button('Tekrar dene'))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Tekrar dene' })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('[data-panel=chat]')))
  })

  test('offline it marks the content as outdated; a missing chat or an empty contact list has a message', () => {
    const contacts = (answer: ChatContact[] | undefined, status?: number) =>
      act(() => {
        const away = failed(status ? 'refused' : 'network', status ? { status } : {})
        applyContacts(beginContactsRequest(), answer, answer || away.ok ? undefined : away.error)
      })
    contacts(undefined)
    expect(screen.getByText('Bağlantı yok. Son gelen mesajları görüyorsunuz.')).toBeTruthy()
    contacts([])
    expect(screen.getByText('Şu anda yazabileceğiniz kimse yok.')).toBeTruthy()
    act(() => {
      setSignedOut()
      setSignedIn('t1', user)
      togglePanel('chat')
    })
    contacts(undefined, 404)
    expect(screen.getByText('İşletmeniz ekip sohbeti sunmuyor.')).toBeTruthy()
  })
})

/** Presses a button that has the focus, as a key does. */
function press(pressed: HTMLElement): void {
  pressed.focus()
  fireEvent.click(pressed)
}

describe('the quick panel', () => {
  const QUICK = {
    events: [
      { id: '1', title: 'x', detail: '', action: 1, amount: 150_00, machine: 'Nar 07', time: null },
      { id: '2', title: 'x', detail: '', type: 'password changed' },
      { id: '3', title: { tr: 'Turnuva', en: 'Tournament' }, detail: 'Saat 20:00' },
    ],
    notes: [{ id: '4', title: 'Bakım', detail: 'Pazar gecesi' }],
  }

  test("shows the day, the events and the notes in the player's language", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T12:00:00') })
    answers['/quick-panel/data'] = { ok: true, value: QUICK }
    render(<Extras />)
    open('quick')
    await screen.findByText('Bakım')
    const text = dialog().textContent
    expect(text).toContain('BugünCumartesi 21 Kasım 2026')
    expect(text).toMatch(/EtkinliklerPara yatırma\+₺150,00 · Nar 07Şifre değiştirildiTurnuvaSaat 20:00/)
    expect(text).toContain('NotlarBakımPazar gecesi')
    vi.useRealTimers()
    await act(() => setLocale('en'))
    expect(dialog().textContent).toMatch(
      /Today.*Events.*Tournament.*Notes.*Quick Settings.*Notifications.*Cloud Sync.*Retro Thrusters/,
    )
  })

  test('shows empty and failed parts, with Retry', async () => {
    answers['/quick-panel/data'] = { ok: true, value: { events: [], notes: [] } }
    render(<Extras />)
    open('quick')
    await screen.findByText('Not yok.')
    expect(screen.getByText('Bugün için bir etkinlik yok.')).toBeTruthy()
    act(closePanel)
    answers['/quick-panel/data'] = failed('network')
    act(() => {
      setSignedOut()
      setSignedIn('t1', user)
      togglePanel('quick')
    })
    await screen.findByText(/Ağ hatası/)
    answers['/quick-panel/data'] = { ok: true, value: QUICK }
    press(button('Tekrar dene'))
    await screen.findByText('Bakım')
    expect(document.activeElement).toBe(dialog())
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('its toggles are stored in the browser', () => {
    render(<Extras />)
    open('quick')
    const names = ['Bildirimler', 'Bulut eşitleme', 'Retro iticiler']
    const on = () => names.map((name) => screen.getByRole<HTMLInputElement>('switch', { name }).checked)
    expect(on()).toEqual([true, true, false])
    for (const name of names) fireEvent.click(screen.getByRole('switch', { name }))
    expect(on()).toEqual([false, false, true])
    expect(JSON.parse(localStorage.getItem('reelcast.quick') ?? '')).toEqual({
      notifications: false,
      cloudSync: false,
      retroThrusters: true,
    })
  })
})

// The last test, because it starts what runs for the life of a page.
test('the extras, once registered, apply the theme', () => {
  act(() => setSignedOut())
  registerExtras()
  changeTheme({ scheme: 'night' })
  expect(document.documentElement.dataset.scheme).toBe('night')
})
