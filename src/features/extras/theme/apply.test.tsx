import { act, cleanup, fireEvent, render, screen } from '@testing-library/preact'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { failed, type Result } from '../../../contract/result.ts'
import type { ThemeSettings } from '../../../contract/user.ts'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { forgetSession } from '../../../core/session/wipe.ts'
import { setSettings } from '../../../core/settings/set-settings.fake.ts'
import { setLocale } from '../../../i18n/index.ts'
import { preloadFluent } from '../../../ui/fluent-widgets.tsx'
import { direction, folded, layoutStyle, setFolded, setLayoutStyle } from '../../frame/state.ts'
import { loadPreferences } from '../../preferences/actions.ts'
import { applyPreferences, setUnsupported } from '../../preferences/state.ts'
import { storedToggles, toggleQuickSetting } from '../quick-panel/actions.ts'
import { DEFAULT_TOGGLES, setToggles } from '../quick-panel/state.ts'
import { changeTheme } from './actions.ts'
import { startThemeSync } from './apply.ts'
import { SchemesPanel } from './SchemesPanel.tsx'
import { setGuestTheme, theme } from './state.ts'
import { ThemePanel } from './ThemePanel.tsx'

// Below this width the menu is a drawer, and its settings are not shown.
vi.mock('../../../ui/breakpoints.ts', async () => {
  const { signal } = await import('@preact/signals-react')
  return { wide: signal(true) }
})

// Loading Fluent takes long on a busy machine.
beforeAll(preloadFluent, 60_000)

const saved: ThemeSettings[] = []
let answer: Result<unknown> = { ok: true, value: { status: true } }
let profile: Result<unknown> = failed('network')
vi.mock('../../../net/api.ts', () => ({
  call: async (
    _schema: unknown,
    method: string,
    _path: string,
    { body }: { body?: { user: { settings: ThemeSettings } } } = {},
  ) => {
    if (method === 'POST' && body) saved.push(body.user.settings)
    return method === 'POST' ? answer : profile
  },
}))

const html = document.documentElement
const STANDARD: ThemeSettings = {
  layoutStyle: 'layout1',
  direction: '',
  folded: false,
  scheme: '',
  animations: true,
  customScrollbars: false,
}
/** Logs a player in whose server has saved this theme. */
const enter = (settings?: ThemeSettings, id = '7') => {
  setSignedIn(`t${id}`, { ...user, id })
  applyPreferences({ settings, shortcuts: [], favourites: [] })
}
/** Waits for all pending requests. */
const settle = () => vi.waitFor(() => vi.dynamicImportSettled())
let stop = () => {}

beforeEach(() => {
  localStorage.clear()
  setSignedOut()
  setGuestTheme(undefined)
  setFolded(false)
  localStorage.clear()
  setToggles(DEFAULT_TOGGLES)
  saved.length = 0
  answer = { ok: true, value: { status: true } }
  stop = startThemeSync()
})
afterEach(async () => {
  cleanup()
  stop()
  setGuestTheme(undefined)
  await setLocale('tr')
})

describe('a change of the theme', () => {
  test('by a guest is stored on this device and not sent', () => {
    changeTheme({ scheme: 'night' })
    expect([html.dataset.scheme, saved]).toEqual(['night', []])
    expect(JSON.parse(localStorage.getItem('reelcast.guest-theme') ?? '')).toMatchObject({ scheme: 'night' })
    // A reload applies it again; a player's login meanwhile does not remove it.
    stop()
    setGuestTheme(undefined)
    enter()
    forgetSession()
    setSignedOut()
    stop = startThemeSync()
    expect(html.dataset.scheme).toBe('night')
  })

  test('by a player is sent as a whole with the preferences', async () => {
    enter()
    changeTheme({ scheme: 'felt' })
    expect(html.dataset.scheme).toBe('felt')
    await settle()
    expect(saved).toEqual([{ ...STANDARD, scheme: 'felt' }])
    expect(localStorage.getItem('reelcast.theme')).toBeNull()
  })

  test('that the server refuses is reverted', async () => {
    setSignedIn('t7', user)
    profile = { ok: true, value: { settings: { ...STANDARD, scheme: 'ruby' } } }
    await loadPreferences()
    answer = failed('refused', { code: 40000 })
    changeTheme({ scheme: 'felt' })
    await vi.waitFor(() => expect(html.dataset.scheme).toBe('ruby'))
  })

  test('stays local until the logout if the server has no preferences or Cloud Sync is off', () => {
    setSignedIn('t7', user)
    setUnsupported()
    changeTheme({ scheme: 'violet' })
    expect([html.dataset.scheme, saved]).toEqual(['violet', []])
    stop()
    stop = startThemeSync()
    expect(html.dataset.scheme).toBe('violet')
    forgetSession()
    setSignedOut()
    expect(html.dataset.scheme).toBeUndefined()
    expect(localStorage.getItem('reelcast.theme')).toBeNull()
  })

  test("in one tab does not reach another tab's player, nor do the quick settings", () => {
    // The player of another tab has changed both.
    localStorage.setItem('reelcast.theme', JSON.stringify({ ...STANDARD, scheme: 'ruby' }))
    localStorage.setItem('reelcast.quick', JSON.stringify({ ...DEFAULT_TOGGLES, cloudSync: false }))
    const others = [localStorage.getItem('reelcast.theme'), localStorage.getItem('reelcast.quick')]
    sessionStorage.setItem('reelcast.token', 't8')
    enter(undefined, '8')
    expect([html.dataset.scheme, saved, storedToggles()]).toEqual([undefined, [], DEFAULT_TOGGLES])
    setUnsupported()
    changeTheme({ scheme: 'night' })
    toggleQuickSetting('notifications')
    expect([localStorage.getItem('reelcast.theme'), localStorage.getItem('reelcast.quick')]).toEqual(others)
    expect(storedToggles().notifications).toBe(false)
    stop()
    stop = startThemeSync()
    expect(html.dataset.scheme).toBe('night')
    sessionStorage.clear()
  })

  test('with Cloud Sync off is not sent; switching it on sends it', async () => {
    enter()
    toggleQuickSetting('cloudSync')
    changeTheme({ scheme: 'day' })
    await settle()
    expect([html.dataset.scheme, saved]).toEqual(['day', []])
    toggleQuickSetting('cloudSync')
    await settle()
    expect(saved).toEqual([{ ...STANDARD, scheme: 'day' }])
    expect(html.dataset.scheme).toBe('day')
  })

  test('made before the preferences are known is sent once they are', async () => {
    setSignedIn('t7', user)
    changeTheme({ scheme: 'night' })
    expect(saved).toEqual([])
    applyPreferences({ settings: { ...STANDARD, scheme: 'ruby' }, shortcuts: [], favourites: [] })
    await settle()
    expect([html.dataset.scheme, saved]).toEqual(['night', [{ ...STANDARD, scheme: 'night' }]])
  })

  test('of the layout style resets its options, and nothing else', () => {
    enter({ ...STANDARD, folded: true, scheme: 'night', customScrollbars: true })
    expect(folded.value).toBe(true)
    changeTheme({ layoutStyle: 'layout2' })
    expect(theme.value).toEqual({
      ...STANDARD,
      layoutStyle: 'layout2',
      scheme: 'night',
      customScrollbars: true,
      folded: false,
    })
    changeTheme({ folded: true })
    changeTheme({ layoutStyle: 'layout2' })
    expect(theme.value.folded).toBe(true)
  })
})

describe('the theme', () => {
  test('that a player saved returns with the login and ends with the logout', () => {
    enter({
      layoutStyle: 'layout3',
      direction: 'rtl',
      folded: true,
      scheme: 'contrast',
      animations: false,
      customScrollbars: true,
    })
    expect([layoutStyle.value, direction.value, folded.value]).toEqual(['layout3', 'rtl', true])
    expect({ ...html.dataset }).toMatchObject({ scheme: 'contrast', animations: 'off', scrollbars: 'custom' })
    setSignedOut()
    expect([layoutStyle.value, direction.value]).toEqual(['layout1', 'ltr'])
    expect([html.dataset.scheme, html.dataset.animations, html.dataset.scrollbars]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test("stays the initial one until the player's preferences are known", async () => {
    await setSettings({ extras: true })
    stop()
    setLayoutStyle('layout3')
    setSignedIn('t7', user)
    setLayoutStyle('layout3')
    stop = startThemeSync()
    expect(layoutStyle.value).toBe('layout3')
    applyPreferences({ settings: undefined, shortcuts: [], favourites: [] })
    expect([layoutStyle.value, localStorage.getItem('reelcast.layout')]).toEqual(['layout1', null])
    await setSettings()
    vi.unstubAllGlobals()
  })

  test('includes the folded menu, stored for players who have a theme of their own', async () => {
    enter()
    setFolded(true)
    await settle()
    expect([theme.value.folded, saved]).toEqual([true, []])
    changeTheme({ scheme: 'night' })
    expect(folded.value).toBe(true)
    setFolded(false)
    await settle()
    expect(saved.at(-1)).toMatchObject({ scheme: 'night', folded: false })
  })

  test('with an unknown colour scheme is the default one', () => {
    enter({ ...STANDARD, scheme: 'neon' })
    expect(html.dataset.scheme).toBeUndefined()
  })
})

describe('the theme panel', () => {
  const radio = (name: string) => screen.getByRole('radio', { name })
  const turn = (name: string) => fireEvent.click(screen.getByRole('switch', { name }))

  test('offers layout style, direction, folding, scrollbars and animations', () => {
    enter()
    render(<ThemePanel />)
    fireEvent.click(radio('Sağdan sola'))
    turn('Menüyü daralt')
    turn('İnce kaydırma çubukları')
    turn('Hareketli geçişler')
    expect(theme.value).toEqual({
      ...STANDARD,
      direction: 'rtl',
      folded: true,
      customScrollbars: true,
      animations: false,
    })
    fireEvent.click(radio('Menü çubuğun altında'))
    expect(theme.value).toMatchObject({ layoutStyle: 'layout2', folded: false })
    expect(radio('Menü çubuğun altında')).toHaveProperty('checked', true)
    // A menu in a row cannot be folded.
    expect(screen.queryByRole('switch', { name: 'Menüyü daralt' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Varsayılana dön' }))
    expect(theme.value).toEqual(STANDARD)
  })

  test('shows where a change is stored', () => {
    const says = (text: string) => expect(screen.getByText(text)).toBeTruthy()
    render(<ThemePanel />)
    says('Değişiklikler bu cihazda saklanır.')
    act(() => enter())
    says('Değişiklikler hesabınıza kaydedilir.')
    act(() => toggleQuickSetting('cloudSync'))
    says('Değişiklikler çıkışınıza kadar bu cihazda kalır.')
  })

  test('has a separate panel for the colour schemes', () => {
    enter()
    render(<SchemesPanel />)
    expect(screen.getAllByRole('radio')).toHaveLength(7)
    fireEvent.click(screen.getByRole('radio', { name: /^Gece/ }))
    expect(html.dataset.scheme).toBe('night')
    fireEvent.click(screen.getByRole('radio', { name: /^Salon/ }))
    expect(html.dataset.scheme).toBeUndefined()
  })
})
