import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { wipePlayerData } from '../../core/session/wipe.ts'
import { setSettings } from '../../core/settings/set-settings.fake.ts'
import { write } from '../../core/storage/storage.ts'
import { setLocale } from '../../i18n/index.ts'
import { Toasts } from '../../ui/Toasts.tsx'
import { clearToasts, toast, toasts } from '../../ui/toast.ts'
import { setBalance, setBalanceHidden } from '../wallet/state.ts'
import { LockLayer } from './LockLayer.tsx'
import { beginCheck, lock, rejectPin, unlock } from './state.ts'

const logout = vi.hoisted(() => vi.fn(async () => {}))
vi.mock('../../core/session/actions.ts', () => ({ logout }))
const isPin = vi.hoisted(() => vi.fn())
vi.mock('./pin.ts', async (original) => ({ ...(await original<object>()), isPin }))

const user = { id: '7', username: 'deniz', name: '', lastname: '', roles: ['user'] as const }
const dialog = () => {
  const found = document.querySelector('dialog')
  if (!found) throw new Error('the page has no dialog')
  return found
}
const field = () => screen.getByLabelText<HTMLInputElement>('PIN')
const key = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const tap = (...names: string[]) => {
  for (const name of names) fireEvent.click(key(name))
}
const pass = (seconds: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(seconds * 1000)
  })

/** Renders a player's locked page. */
async function locked({ pin = 'a'.repeat(64) }: { pin?: string } = {}): Promise<void> {
  write('session', 'reelcast.pin', pin)
  write('session', 'reelcast.locked', '1')
  render(<LockLayer />)
  await pass(0)
}

beforeEach(async () => {
  vi.useFakeTimers()
  await setLocale('tr')
  write('session', 'reelcast.token', 't')
  write('session', 'reelcast.active', String(Date.now()))
  setSignedIn('t', { ...user, permissions: undefined })
})
afterEach(() => {
  cleanup()
  clearToasts()
  unlock()
  setSignedOut()
  wipePlayerData('session')
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.clearAllMocks()
})

test('nothing is rendered during activity, nor for a guest', async () => {
  render(<LockLayer />)
  await pass(39)
  expect(document.querySelector('dialog')).toBeNull()
  act(() => setSignedOut())
  await pass(60)
  expect(document.querySelector('dialog')).toBeNull()
})

test('the warning is a named dialog whose countdown is not announced', async () => {
  render(<LockLayer />)
  await pass(40)
  expect(dialog().open).toBe(true)
  const [title, lead] = ['aria-labelledby', 'aria-describedby'].map((name) =>
    document.getElementById(dialog().getAttribute(name) ?? ''),
  )
  expect(title?.textContent).toBe('Orada mısınız?')
  expect(lead?.textContent).toMatch(/birazdan kilitlenecek/)
  const left = screen.getByTestId('lock-left')
  expect(left.textContent).toBe('20')
  expect(left.getAttribute('aria-hidden')).toBe('true')
  expect(left.closest('[aria-live],[role=status],[role=alert],[role=timer],[role=log]')).toBeNull()
  await pass(3)
  expect(left.textContent).toBe('17')
  expect(lead?.textContent).not.toMatch(/\d/)
})

test('the warning names the balance, unless the player hides it', async () => {
  setBalance({ balance: 120_000 })
  render(<LockLayer />)
  await pass(50)
  expect(dialog().textContent).toContain('1.200,00')
  act(() => setBalanceHidden(true))
  expect(dialog().textContent).not.toContain('1.200,00')
  setBalanceHidden(false)
})

test('any touch ends the warning, and does not reach the page below', async () => {
  render(<LockLayer />)
  await pass(45)
  fireEvent(window, new Event('pointerdown'))
  await pass(0)
  expect(lock.value).toEqual({ status: 'awake' })
  expect(dialog().dataset.leaving).toBe('')
  await pass(0.44)
  expect(dialog().open).toBe(true)
  await pass(0.02)
  expect(document.querySelector('dialog')).toBeNull()
})

test('the lock is a labelled dialog that names its player, and no key closes it', async () => {
  setSignedIn('t', { ...user, name: 'Kerem', lastname: 'Şahin', permissions: undefined })
  await locked()
  expect(dialog().open).toBe(true)
  expect(dialog().getAttribute('closedby')).toBe('none')
  expect(document.getElementById(dialog().getAttribute('aria-labelledby') ?? '')?.textContent).toBe(
    'Ekran kilitli',
  )
  const described = dialog().getAttribute('aria-describedby')?.split(' ') ?? []
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    'Kerem Ş.',
    'Her şey bıraktığınız gibi. Devam etmek için PIN kodunuzu girin.',
  ])
  const cancel = new Event('cancel', { cancelable: true })
  dialog().dispatchEvent(cancel)
  expect(cancel.defaultPrevented).toBe(true)
})

test('it reopens when closed by a script, and above a later dialog', async () => {
  await locked()
  const mine = dialog()
  const show = vi.spyOn(mine, 'showModal')
  mine.close()
  expect(mine.open).toBe(true)
  expect(show).toHaveBeenCalledTimes(1)
  const other = document.createElement('dialog')
  document.body.append(other)
  other.showModal()
  await pass(0)
  expect(show).toHaveBeenCalledTimes(2)
  expect(mine.open).toBe(true)
  other.remove()
})

test('a modal dialog below, which hides the page from screen readers, does not hide the lock', async () => {
  await locked()
  const above = dialog().parentElement
  above?.setAttribute('aria-hidden', 'true')
  await pass(0)
  expect(above?.hasAttribute('aria-hidden')).toBe(false)
})

test('no key reaches the page below', async () => {
  const heard = vi.fn()
  window.addEventListener('keydown', heard)
  await locked()
  fireEvent.keyDown(field(), { key: 'Enter' })
  fireEvent.keyDown(dialog(), { key: ' ' })
  window.removeEventListener('keydown', heard)
  expect(heard).not.toHaveBeenCalled()
})

test('the field masks digits, opens no soft keyboard, and is not offered to password managers', async () => {
  await locked()
  expect(field().type).toBe('password')
  expect(field().inputMode).toBe('none')
  expect(field().autocomplete).toBe('one-time-code')
  expect(document.activeElement).not.toBe(dialog())
})

test('the pad has digits left to right in every language, delete, and OK once there is a digit', async () => {
  await locked()
  const pad = screen.getByRole('group', { name: 'PIN tuşları' })
  expect(pad.dir).toBe('ltr')
  expect([...pad.children].map((one) => one.textContent || one.getAttribute('aria-label'))).toEqual(
    '1 2 3 4 5 6 7 8 9 Sil 0'.split(' ').concat('Kilidi aç'),
  )
  expect(key('Kilidi aç').getAttribute('aria-disabled')).toBe('true')
  tap('1', '2', '9', 'Sil', '0')
  expect(field().value).toBe('120')
  expect(screen.getByText('3 hane girildi').closest('[role=status]')).toBeTruthy()
  expect(key('Kilidi aç').getAttribute('aria-disabled')).toBeNull()
})

test('keyboard and paste accept digits of any script, and nothing else', async () => {
  await locked()
  fireEvent.input(field(), { target: { value: '12ab' } })
  expect(field().value).toBe('12')
  fireEvent.input(field(), { target: { value: '12٣' } })
  expect(field().value).toBe('123')
  const paste = new Event('paste', { bubbles: true, cancelable: true })
  fireEvent(field(), Object.assign(paste, { clipboardData: { getData: () => ' 4-5\n' } }))
  expect(field().value).toBe('12345')
})

test('a digit is entered wherever the focus is; Tab is not', async () => {
  await locked()
  const out = key('Çıkış yap')
  out.focus()
  fireEvent.keyDown(out, { key: 'Tab' })
  expect(document.activeElement).toBe(out)
  fireEvent.keyDown(out, { key: '5' })
  expect(document.activeElement).toBe(field())
})

test('Enter and OK submit the PIN once; the check is visible and announced; the right PIN unlocks', async () => {
  let answer = (_: boolean) => {}
  isPin.mockReturnValue(new Promise((done) => (answer = done)))
  await locked()
  tap('1', '2', '3', '4')
  const form = field().form
  if (!form) throw new Error('the page has no form')
  fireEvent.submit(form)
  await pass(0)
  fireEvent.submit(form)
  tap('Kilidi aç', '5')
  expect(isPin).toHaveBeenCalledExactlyOnceWith('1234', expect.anything())
  expect(key('Kilidi aç').getAttribute('aria-busy')).toBe('true')
  expect(screen.getByText('PIN kontrol ediliyor').closest('[role=status]')).toBeTruthy()
  expect(field().value).toBe('1234')
  answer(true)
  await pass(0)
  expect(lock.value).toEqual({ status: 'awake' })
  // The second tap of a double tap reaches the lock, not the game.
  expect(dialog().open).toBe(true)
  tap('9')
  expect(field().value).toBe('1234')
  await pass(0.5)
  expect(document.querySelector('dialog')).toBeNull()
})

test('a wrong PIN shows an error and clears the field; the next digit clears the error', async () => {
  isPin.mockResolvedValue(false)
  await locked()
  tap('1', '2', 'Kilidi aç')
  await pass(0)
  const error = screen.getByText('PIN yanlış. Kalan deneme: 4')
  expect(error.id).toBe(field().getAttribute('aria-describedby'))
  expect(error.closest('[aria-live]')).toBeTruthy()
  expect(field().value).toBe('')
  tap('7')
  expect(error.textContent).toBe('')
  act(() => {
    beginCheck()
    rejectPin(4)
  })
  await pass(0)
  expect(error.textContent).toBe('PIN yanlış. Bir yanlış daha olursa çıkış yapılır.')
})

test('the default PIN is shown where configured', async () => {
  await setSettings({ defaultPin: '0000' })
  await locked()
  expect(screen.getByText('Varsayılan PIN: 0000')).toBeTruthy()
  await setSettings({})
  await pass(0)
  expect(screen.queryByText(/Varsayılan/)).toBeNull()
})

test.each([
  ['no PIN', '', false, /PIN tanımlı değil/],
  ['a PIN hash that is malformed', 'sha256:zz', false, /PIN tanımlı değil/],
  ['a connection that is not secure', 'a'.repeat(64), true, /HTTPS/],
])('with %s only Logout is offered', async (_, pin, insecure, said) => {
  if (insecure) vi.stubGlobal('crypto', {})
  await locked({ pin })
  expect(dialog().textContent).toMatch(said)
  expect(screen.queryByLabelText('PIN')).toBeNull()
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['Çıkış yap'])
})

test('Logout logs out', async () => {
  await locked()
  tap('Çıkış yap')
  expect(logout).toHaveBeenCalledExactlyOnceWith()
  expect(key('Çıkış yap').getAttribute('aria-busy')).toBe('true')
})

test('an urgent notice is shown above the lock, and announced there', async () => {
  await locked()
  act(() => void toast('9 saniyeniz kaldı', { id: 'closing', isUrgent: true }))
  const shown = screen.getAllByText('9 saniyeniz kaldı')
  expect(shown.every((one) => dialog().contains(one))).toBe(true)
  expect(shown.some((one) => one.closest('[role=log],[role=status],[aria-live]'))).toBe(true)
})

test('any other notice waits for the PIN: it may have an amount, or open a game', async () => {
  const onTap = vi.fn()
  render(<Toasts />)
  act(() => void toast('₺500,00 çekildi'))
  await locked()
  act(() => void toast('Nar 07 boş', { id: 'free-7', onTap }))
  const texts = ['₺500,00 çekildi', 'Nar 07 boş']
  // The page below, which is inert, has announced the first one.
  const seen = () =>
    texts.flatMap((text) => screen.queryAllByText(text)).filter((one) => one.closest('button, dialog'))
  expect(seen()).toEqual([])
  await pass(60)
  expect(seen()).toEqual([])
  act(unlock)
  for (const text of texts) expect(screen.getAllByText(text).length).toBeGreaterThan(0)
  fireEvent.click(screen.getAllByRole('button', { name: 'Nar 07 boş' })[0] as Element)
  expect(onTap).toHaveBeenCalledOnce()
})

test('the end of the session gives back the notices', async () => {
  await locked()
  act(() => setSignedOut({ kind: 'unauthorized' }))
  act(() => void toast('Hoşça kalın'))
  expect(toasts.value.map(({ message }) => message)).toEqual(['Hoşça kalın'])
})

test('the lock closes with the session', async () => {
  await locked()
  write('session', 'reelcast.token', undefined)
  act(() => setSignedOut({ kind: 'unauthorized' }))
  expect(document.querySelector('dialog')).toBeNull()
  expect(sessionStorage.getItem('reelcast.locked')).toBeNull()
  expect(lock.value).toEqual({ status: 'awake' })
})
