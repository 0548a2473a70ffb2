import { useEffect, useRef } from 'react'
import { findRoute } from '../core/router/find-route.ts'
import { titleKey } from '../core/router/page-title.ts'
import { pathname } from '../core/router/pathname.ts'
import { settings } from '../core/settings/settings.ts'
import { t } from '../i18n/index.ts'

/** What a page is called: a game and a brand by their own name, the others by the catalogue's. */
function nameOf(path: string): string {
  const { page = '', params } = findRoute(path) ?? {}
  // Where the operator shows no brands, the address of one opens all machines.
  const name = page === 'home' && !settings.value.showLobby ? undefined : params?.name
  return name || t(titleKey(page))
}

/**
 * Draws nothing: names the window by its page. What had the focus goes with the page it was on; the next page
 * then has it, and is read out from its top by its name.
 */
export function DocumentTitle() {
  const path = pathname.value
  const name = nameOf(path)
  const app = t('app.name')
  const before = useRef(path)
  useEffect(() => {
    document.title = name ? `${name} · ${app}` : app
    return () => {
      document.title = app
    }
  }, [name, app])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is a page
  useEffect(() => {
    if (before.current === path) return
    before.current = path
    const root = document.getElementById('root')
    if (!root || document.activeElement !== document.body) return
    root.setAttribute('role', 'group')
    root.setAttribute('aria-label', nameOf(path) || t('app.name'))
    root.tabIndex = -1
    root.style.outline = '0'
    root.focus({ preventScroll: true })
  }, [path])
  return null
}
