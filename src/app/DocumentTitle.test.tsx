import { act, cleanup, render } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startGuard } from '../core/router/guard.ts'
import { setSignedIn } from '../core/session/state.ts'
import { user } from '../core/session/user.fake.ts'
import { setSettings } from '../core/settings/set-settings.fake.ts'
import { setLocale } from '../i18n/index.ts'
import { clearToasts, toasts } from '../ui/toast.ts'
import { DocumentTitle } from './DocumentTitle.tsx'

startGuard()

let leave = () => {}
const root = document.createElement('div')
root.id = 'root'
const go = (to: string) =>
  act(() => {
    history.pushState(null, '', to)
    window.dispatchEvent(new Event('pushState'))
  })

beforeEach(async () => {
  document.body.replaceChildren(root)
  history.replaceState(null, '', '/lobby')
  setSignedIn('t1', user)
  await setLocale('tr')
  leave = render(<DocumentTitle />, { container: root.appendChild(document.createElement('div')) }).unmount
})
afterEach(async () => {
  cleanup()
  root.replaceChildren()
  await setLocale('tr')
})

test("each page sets the document title in the page's language", async () => {
  const titles: string[] = [document.title]
  for (const path of `/lobby/3/Nar%20Sar%C4%B1 /profile /slot-sessions /transactions /nowhere /pages/errors/error-500
    /game/7/Kervan%2007 /game/7`.split(/\s+/)) {
    await go(path)
    titles.push(document.title)
  }
  expect(titles).toEqual([
    'Ana sayfa · Reelcast',
    'Nar Sarı · Reelcast',
    'Profil · Reelcast',
    'Oyun oturumları · Reelcast',
    'İşlemler · Reelcast',
    'Sayfa bulunamadı · Reelcast',
    'Bir sorun oluştu · Reelcast',
    'Kervan 07 · Reelcast',
    'Reelcast',
  ])
  await go('/slot-sessions')
  await act(() => setLocale('en'))
  expect(document.title).toBe('Game Sessions · Reelcast')
  await act(() => leave())
  expect(document.title).toBe('Reelcast')
})

test('a new page is announced, and focused if it has removed the focused element', async () => {
  root.blur()
  clearToasts()
  await go('/game/7/Kervan')
  expect(document.activeElement).toBe(root)
  expect(toasts.value.map(({ announced }) => announced)).toEqual(['Kervan'])
})

test('the first page after a login has its focus; a tab that has only been opened is left alone', () => {
  leave()
  for (const hasBeenActive of [true, false]) {
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive } })
    root.blur()
    render(<DocumentTitle />)
    expect(document.activeElement === root).toBe(hasBeenActive)
  }
  vi.unstubAllGlobals()
})

test('an element that survives the navigation keeps the focus', async () => {
  const link = root.appendChild(document.createElement('a'))
  link.href = '/lobby'
  link.focus()
  await go('/transactions')
  expect(document.activeElement).toBe(link)
})

test('with brands switched off a brand in the address does not change the title', async () => {
  await act(() => setSettings({ showLobby: false }))
  await go('/lobby/3/Bedava%20para')
  expect(document.title).toBe('Ana sayfa · Reelcast')
  await act(() => setSettings())
  expect(document.title).toBe('Bedava para · Reelcast')
  vi.unstubAllGlobals()
})
