import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ProfileAnswer } from '../../contract/player.ts'
import { failed } from '../../contract/result.ts'
import { setSignedIn, setSignedOut } from '../../core/session/state.ts'
import { user } from '../../core/session/user.fake.ts'
import { loadCodeTexts } from '../../i18n/index.ts'
import { ProfilePage } from './ProfilePage.tsx'
import { applyLogins, applyProfile, beginLoginsRequest, beginProfileRequest } from './profile/state.ts'
import {
  type AccountEvent,
  beginPasswordChange,
  events,
  type PasswordChange,
  passwordChange,
  setPasswordChange,
} from './state.ts'

const actions = vi.hoisted(() => ({
  loadProfile: vi.fn(async () => {}),
  loadLogins: vi.fn(async () => {}),
  endLogin: vi.fn(async (_: string) => {}),
  changePassword: vi.fn(async (_: unknown) => {}),
  eventPages: { open: vi.fn(async () => {}), more: vi.fn(async () => {}), retry: vi.fn(async () => {}) },
}))
vi.mock('./actions.ts', () => actions)
vi.mock('./profile/actions.ts', () => actions)
vi.stubGlobal('scrollTo', () => {})

const full: ProfileAnswer = {
  id: '7',
  username: 'deniz',
  name: 'Deniz',
  lastname: 'Aydın',
  email: 'deniz@example.com',
  last_logon: new Date(2026, 10, 20, 11, 12).toISOString(),
  last_logon_ip: '88.230.14.201',
  last_password_change: new Date(2026, 2, 2, 14, 40).toISOString(),
  password_expired: false,
}
const show = (more: Partial<ProfileAnswer> = {}) =>
  act(() => applyProfile(beginProfileRequest(), { ...full, ...more }))
const refuse = (...given: Parameters<typeof failed>) => {
  const result = failed(...given)
  if (result.ok) throw new Error('the result is no failure')
  return result.error
}
const showEvents = (rows: Partial<AccountEvent>[], cursor: string | null = null) =>
  act(() =>
    events.setFirstPage(events.begin('first'), {
      rows: rows.map((row, at) => ({
        id: String(at),
        type: 'logout',
        time: full.last_logon ?? '',
        ip: '10.0.0.9',
        machine: null,
        ...row,
      })),
      cursor,
    }),
  )
const value = (label: string) => screen.getByText(label).nextElementSibling?.textContent

beforeEach(() => {
  setSignedOut()
  setSignedIn('t1', { ...user, username: 'deniz', name: 'Deniz', lastname: 'Aydın' })
  render(<ProfilePage />)
})
afterEach(() => {
  act(cleanup)
  vi.clearAllMocks()
})

test("shows the player's data and the time and address of the last login", () => {
  expect(actions.loadProfile).toHaveBeenCalledOnce()
  show()
  for (const name of ['Hesap bilgileri', 'Giriş bilgileri', 'Şifre değiştir'])
    expect(screen.getByRole('heading', { name })).toBeTruthy()
  expect(['Kullanıcı adı', 'Ad soyad', 'E-posta'].map(value)).toEqual([
    'deniz',
    'Deniz Aydın',
    'deniz@example.com',
  ])
  expect(['Son giriş', 'Son giriş IP adresi', 'Son şifre değişikliği'].map(value)).toEqual([
    '20 Kas 2026 11:12',
    '88.230.14.201',
    '2 Mar 2026 14:40',
  ])
})

test("while loading, shows the login's data and placeholders for the rest", () => {
  expect(value('Kullanıcı adı')).toBe('deniz')
  expect(screen.getByText('Son giriş').nextElementSibling?.querySelector('i')).toBeTruthy()
})

test('without an e-mail address a note takes its place; a first login is named, and no row is empty', () => {
  show({ email: null, last_logon: null, last_logon_ip: null })
  expect(value('E-posta')).toBe('Kayıtlı bir e-posta adresiniz yok.')
  expect(value('Son giriş')).toBe('Bu ilk girişiniz')
  expect(screen.queryByText('Son giriş IP adresi')).toBeNull()
  expect(screen.queryByText('Bilinmiyor')).toBeNull()
})

test('an expired password is the first notice, with a link to the password form', () => {
  show()
  expect(screen.queryByText('Şifrenizin süresi doldu')).toBeNull()
  show({ password_expired: true })
  expect(screen.getByText('Şifrenizin süresi doldu').closest('[role=alert]')).toBeTruthy()
  fireEvent.click(screen.getAllByRole('button', { name: 'Şifre değiştir' })[0] ?? document.body)
  expect(document.activeElement).toBe(screen.getByLabelText('Eski şifre'))
})

test('a server without a profile call: that part is not available, the others are shown', () => {
  act(() => applyProfile(beginProfileRequest(), undefined, refuse('refused', { status: 404 })))
  act(() => events.fail(events.begin('first'), refuse('refused', { status: 404 })))
  expect(screen.getAllByText('İşletmeniz bu bilgiyi burada paylaşmıyor.')).toHaveLength(2)
  expect(value('Ad soyad')).toBe('Deniz Aydın')
  expect(screen.queryByText('E-posta')).toBeNull()
  expect(screen.getByLabelText('Yeni şifre')).toBeTruthy()
})

test('a failed profile request has a Retry button', () => {
  act(() => applyProfile(beginProfileRequest(), undefined, refuse('network')))
  fireEvent.click(screen.getByRole('button', { name: 'Tekrar dene' }))
  expect(actions.loadProfile).toHaveBeenCalledTimes(2)
})

describe('the activity log', () => {
  test('shows each kind of event but a verified session as text, with time and address, and an unknown kind verbatim', () => {
    showEvents([
      { type: 'login fail' },
      { type: 'login success' },
      { type: 'not allowed' },
      { type: 'check fail' },
      { type: 'check success' },
      { type: 'logout' },
      { type: 'password changed' },
      { type: 'temporary blocked' },
      { type: 'kicked by player', machine: 'Nar 07' },
      { type: 'moon landing', ip: null },
    ])
    const items = within(
      screen.getByRole('heading', { name: 'Hesap hareketleri' }).closest('section') ?? document.body,
    )
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(items).toEqual([
      'Giriş başarısız20 Kas 2026 11:12 · 10.0.0.9',
      'Giriş yapıldı20 Kas 2026 11:12 · 10.0.0.9',
      'Girişe izin verilmedi20 Kas 2026 11:12 · 10.0.0.9',
      'Oturum doğrulanamadı20 Kas 2026 11:12 · 10.0.0.9',
      'Çıkış yapıldı20 Kas 2026 11:12 · 10.0.0.9',
      'Şifre değiştirildi20 Kas 2026 11:12 · 10.0.0.9',
      'Hesap geçici olarak engellendi20 Kas 2026 11:12 · 10.0.0.9',
      'Oyuna başka bir sekmede veya cihazda devam edildi20 Kas 2026 11:12 · 10.0.0.9 · Nar 07',
      'moon landing20 Kas 2026 11:12',
    ])
  })

  test('loads the next page by a button, shows an empty state, and has a Retry button on failure', () => {
    expect(actions.eventPages.open).toHaveBeenCalledOnce()
    showEvents([{}], 'c')
    fireEvent.click(screen.getByRole('button', { name: 'Daha fazla göster' }))
    expect(actions.eventPages.more).toHaveBeenCalledOnce()
    act(() => events.fail(events.begin('more'), refuse('server')))
    fireEvent.click(screen.getByRole('button', { name: 'Tekrar dene' }))
    expect(actions.eventPages.retry).toHaveBeenCalledOnce()
    showEvents([])
    expect(screen.getByText('Kayıtlı bir hareket yok.')).toBeTruthy()
  })
})

test('a button that its command removes leaves the focus to the heading of its card', async () => {
  const focus = (name: RegExp | string) => screen.getByRole('button', { name }).focus()
  const other = { id: '2', time: full.last_logon ?? '', device: 'Chrome', current: false }
  showEvents([{}], 'c')
  act(() => events.fail(events.begin('more'), refuse('server')))
  focus('Tekrar dene')
  act(() => void events.begin('more'))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Hesap hareketleri'))
  focus('Daha fazla göster')
  act(() => events.appendPage(events.begin('more'), { rows: [] }))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Hesap hareketleri'))
  act(() => applyLogins(beginLoginsRequest(), [other]))
  focus(/Chrome/)
  act(() => applyLogins(beginLoginsRequest(other.id), []))
  await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Giriş yapılan cihazlar'))
})

describe('changing the password', () => {
  const old = () => screen.getByLabelText<HTMLInputElement>('Eski şifre')
  const next = () => screen.getByLabelText<HTMLInputElement>('Yeni şifre')
  const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Şifreyi değ|Değ)iştir/ })
  const type = (field: HTMLInputElement, text: string) => fireEvent.input(field, { target: { value: text } })
  const fill = () => {
    type(old(), 'amber-otter')
    type(next(), 'masa lamba nehir')
  }
  const says = (change: PasswordChange, min?: number) =>
    act(() => setPasswordChange(beginPasswordChange(), change, min))
  const send = async (change: PasswordChange, min?: number) => {
    actions.changePassword.mockImplementationOnce(async () =>
      setPasswordChange(beginPasswordChange(), change, min),
    )
    await act(async () => {
      fireEvent.click(submit())
    })
  }

  test('the fields have the autocomplete attributes for password managers, and accept a paste', () => {
    const form = old().form
    expect([...(form?.querySelectorAll('input') ?? [])].map((field) => field.autocomplete)).toEqual([
      'username',
      'current-password',
      'new-password',
    ])
    expect(form?.querySelector('input')?.value).toBe('deniz')
    for (const field of [old(), next()]) expect(fireEvent.paste(field)).toBe(true)
  })

  test('each field has a button that reveals and hides its text', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Yeni şifreyi göster' }))
    expect([old().type, next().type]).toEqual(['password', 'text'])
    const shows = screen.getByRole('button', { name: 'Yeni şifreyi göster', pressed: true })
    fireEvent.click(shows)
    expect(next().type).toBe('password')
    expect(shows.getAttribute('aria-pressed')).toBe('false')
  })

  test('needs both passwords, sends them verbatim, and clears the fields after success', async () => {
    type(old(), ' amber ')
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    type(next(), ' nehir ')
    await send({ status: 'changed' })
    expect(actions.changePassword).toHaveBeenCalledWith({ old: ' amber ', next: ' nehir ' })
    expect([old().value, next().value]).toEqual(['', ''])
    expect(screen.getByText('Şifreniz değiştirildi.').closest('[role=alert]')).toBeTruthy()
    type(old(), 'x')
    expect(screen.queryByText('Şifreniz değiştirildi.')).toBeNull()
  })

  test("a short new password shows the server's minimum length at its field, which is enforced from then on", async () => {
    await loadCodeTexts()
    fill()
    type(next(), 'kısa')
    expect(screen.queryByText(/En az/)).toBeNull()
    await send({ status: 'refused', failure: refuse('refused', { code: 40101, params: { min: 8 } }) }, 8)
    expect(screen.getByText('En az 8 karakter girin').id).toBe(next().getAttribute('aria-describedby'))
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    type(next(), 'uzunca bir şifre')
    expect(screen.queryByText(/En az/)).toBeNull()
    expect(submit().getAttribute('aria-disabled')).toBeNull()
    type(next(), 'kısa')
    expect(screen.getByText('En az 8 karakter girin')).toBeTruthy()
  })

  test.each<[number, string | RegExp, () => HTMLInputElement]>([
    [40001, 'Eski şifre yanlış', old],
    [40101, 'Şifre çok kısa', next],
    [60021, /^Bu şifre çok yaygın/, next],
  ])('the refusal %i is named at its field, which has the focus', async (code, text, field) => {
    await loadCodeTexts()
    fill()
    await send({ status: 'refused', failure: refuse('refused', { code }) })
    expect(screen.getByText(text).id).toBe(field().getAttribute('aria-describedby'))
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field())
    expect(next().value).toBe('masa lamba nehir')
  })

  test("an error about no field is shown above the button, an unknown code with the server's text", async () => {
    await loadCodeTexts()
    fill()
    await send({ status: 'refused', failure: refuse('refused', { code: 60011 }) })
    expect(
      screen.getByText('Çok fazla istek gönderildi, lütfen biraz bekleyin').closest('[role=alert]'),
    ).toBeTruthy()
    says({ status: 'refused', failure: refuse('refused', { code: 99, message: '<b>Hayır</b>' }) })
    expect(screen.getByText('<b>Hayır</b>')).toBeTruthy()
  })

  test('a lost answer shows that the result is unknown, and keeps the fields', async () => {
    fill()
    await send({ status: 'lost' })
    expect(screen.getByText(/şifreniz değişmiş de olabilir, değişmemiş de/)).toBeTruthy()
    expect(old().value).toBe('amber-otter')
  })

  test('while the request is in flight the button ignores a second press', () => {
    fill()
    act(() => {
      beginPasswordChange()
    })
    expect(submit().getAttribute('aria-disabled')).toBe('true')
    expect(submit().textContent).toBe('Değiştiriliyor')
  })

  test('a server without the call: not available', () => {
    says({ status: 'absent' })
    expect(screen.getByText(/Şifrenizi buradan değiştiremiyorsunuz/)).toBeTruthy()
    expect(screen.queryByLabelText('Eski şifre')).toBeNull()
  })

  test("the strength of the new password is shown as text, and is low when it contains the player's name", () => {
    const strength = () => screen.getByText(/Tahmini güç/).textContent
    expect(strength()).toBe('Tahmini güç: henüz yok')
    type(next(), 'masa lamba nehir ördek')
    expect(strength()).toBe('Tahmini güç: güçlü')
    type(next(), 'DenizAydın')
    expect(strength()).toBe('Tahmini güç: zayıf')
  })

  test('reopening the page clears the result of the last change', () => {
    says({ status: 'changed' })
    act(cleanup)
    expect(passwordChange.value.status).toBe('idle')
  })
})

describe('the open logins', () => {
  const OWN = {
    id: '1',
    time: new Date(2026, 10, 22, 9, 5).toISOString(),
    device: 'Chrome, Android',
    current: true,
  }
  const OTHER = {
    ...{
      id: '2',
      time: new Date(2026, 10, 20, 18, 30).toISOString(),
      used: new Date(2026, 10, 21, 7, 0).toISOString(),
    },
    ...{ ip: '88.230.14.201', device: 'Firefox, Windows', current: false },
  }
  const showLogins = () => act(() => applyLogins(beginLoginsRequest(), [OTHER, OWN]))
  const card = () =>
    within(
      screen.getByRole('heading', { name: 'Giriş yapılan cihazlar' }).closest('section') ?? document.body,
    )

  test('are listed, this one first, with device, times and address; only one that is elsewhere can be ended', () => {
    expect(actions.loadLogins).toHaveBeenCalledOnce()
    showLogins()
    expect(
      card()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Chrome, AndroidBu cihazGiriş22 Kas 2026 09:05',
      'Firefox, WindowsSon kullanım21 Kas 2026 07:00Giriş20 Kas 2026 18:30IP adresi88.230.14.201Oturumu kapat',
    ])
    fireEvent.click(card().getByRole('button'))
    expect(actions.endLogin).toHaveBeenCalledExactlyOnceWith('2')
  })

  test('while one is being ended, no other can be', () => {
    showLogins()
    act(() => void beginLoginsRequest('2'))
    expect(card().getByRole('button').getAttribute('aria-disabled')).toBe('true')
  })

  test('a refusal is shown beside the list that stays; a server without the call is no failure', () => {
    act(() => applyLogins(beginLoginsRequest(), undefined, refuse('refused', { status: 404 })))
    expect(card().queryByRole('alert')).toBeNull()
    showLogins()
    act(() => applyLogins(beginLoginsRequest(), undefined, refuse('network')))
    expect(card().getByRole('alert')).toBeTruthy()
    expect(card().getAllByRole('listitem')).toHaveLength(2)
  })

  test('of one player are not shown to the next', () => {
    showLogins()
    act(() => setSignedOut())
    expect(card().queryAllByRole('listitem')).toEqual([])
  })
})
