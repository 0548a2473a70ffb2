import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clicksEnabled, toggleFeedback, vibrationEnabled } from '../../../core/audio/feedback-preferences.ts'
import { setPending, setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { dataSaver, setDataSaver } from '../../../core/settings/data-saver.ts'
import { locale, setLocale } from '../../../i18n/index.ts'
import { toast, toasts } from '../../../ui/toast.ts'
import { dockExpanded, panel, setDockExpanded, togglePanel } from '../../extras/state.ts'
import { changeTheme } from '../../extras/theme/actions.ts'
import { startThemeSync } from '../../extras/theme/apply.ts'
import { setGuestTheme, theme } from '../../extras/theme/state.ts'
import { folded, setFolded } from '../../frame/state.ts'
import { letterKeys, toggleLetterKeys } from '../../game/key-bindings/state.ts'
import { balanceHidden, setBalanceHidden } from '../../wallet/state.ts'
import { externalLink, setExternalLink } from '../lockdown/classify-link.ts'
import { resetKiosk, startPlayerReset } from './reset-kiosk.ts'

let stop = () => {}
beforeEach(() => {
  stop = startPlayerReset()
})
afterEach(async () => {
  stop()
  setSignedOut()
  localStorage.clear()
  sessionStorage.clear()
  document.body.innerHTML = ''
  await setLocale('tr')
})

test('resets preferences, form input, messages, language and scroll position for the next player', async () => {
  setSignedIn('t', user)
  for (const name of 'language volume theme guest-theme balance-hidden folded data-saver new-one'.split(' '))
    localStorage.setItem(`reelcast.${name}`, 'x')
  for (const name of ['kiosk-jackpots', 'gated', 'look']) localStorage.setItem(`reelcast.${name}`, 'x')
  sessionStorage.setItem('reelcast.path', '/game/7')
  sessionStorage.setItem('reelcast.kiosk', '1')
  await setLocale('en')
  toast('You won')
  setExternalLink({ kind: 'address', address: 'x' })
  const scroll = vi.spyOn(window, 'scrollTo')
  document.body.innerHTML = '<input value="deniz">'
  const heard = vi.fn()
  document.querySelector('input')?.addEventListener('input', heard)

  setSignedOut()
  expect(Object.keys(localStorage).sort()).toEqual([
    'reelcast.gated',
    'reelcast.kiosk-jackpots',
    'reelcast.look',
  ])
  expect(Object.keys(sessionStorage)).toEqual(['reelcast.kiosk'])
  expect(toasts.value).toEqual([])
  expect(externalLink.value).toBeUndefined()
  expect(document.querySelector('input')?.value).toBe('')
  expect(heard).toHaveBeenCalled()
  expect(scroll).toHaveBeenCalledWith(0, 0)
  await vi.waitFor(() => expect(locale.value).toBe('tr'))
})

test("the page forgets a player's choices on this device, without a reload", () => {
  const choices = () => [
    balanceHidden.value,
    clicksEnabled(),
    vibrationEnabled(),
    letterKeys.value,
    dataSaver.value,
    folded.value,
  ]
  const before = choices()
  setSignedIn('t', user)
  setBalanceHidden(true)
  toggleFeedback('clicks')
  toggleFeedback('vibration')
  toggleLetterKeys()
  setDataSaver(!dataSaver.peek())
  setFolded(!folded.peek())
  expect(choices()).toEqual(before.map((choice) => !choice))
  setSignedOut()
  setSignedIn('t2', { ...user, id: '8' })
  expect(choices()).toEqual(before)
})

test("the page forgets a guest's theme, and stores none again", () => {
  const stopThemes = startThemeSync()
  const before = theme.value
  changeTheme({ folded: !before.folded, scheme: 'ruby' })
  expect(folded.value).toBe(!before.folded)
  resetKiosk()
  expect(theme.value).toEqual(before)
  expect(folded.value).toBe(before.folded)
  expect(localStorage.getItem('reelcast.guest-theme')).toBeNull()
  stopThemes()
  setGuestTheme(undefined)
})

test('closes the panel that a guest has opened at the login', () => {
  togglePanel('theme')
  setDockExpanded(true)
  resetKiosk()
  expect([panel.value, dockExpanded.value]).toEqual([undefined, false])
})

test('resets at the logout, before the reload, but not while a token is being validated', () => {
  setSignedIn('t', user)
  localStorage.setItem('reelcast.language', 'en')
  setPending()
  expect(localStorage.getItem('reelcast.language')).toBe('en')
  setPending({ leaving: true })
  expect(localStorage.getItem('reelcast.language')).toBeNull()
})

test("a guest's language choice survives the login", () => {
  setSignedOut()
  localStorage.setItem('reelcast.language', 'en')
  setSignedIn('t', user)
  expect(localStorage.getItem('reelcast.language')).toBe('en')
})
