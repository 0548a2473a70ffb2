import { useEffect } from 'react'
import { findRoute } from '../core/router/find-route.ts'
import { titleKey } from '../core/router/page-title.ts'
import { pathname } from '../core/router/pathname.ts'
import { settings } from '../core/settings/settings.ts'
import { t } from '../i18n/index.ts'
import { focusPage } from '../ui/focus-page.ts'
import { toast } from '../ui/toast.ts'

/** What a page is called: a game and a brand by their own name, the others by the catalogue's. */
function nameOf(path: string): string {
  const { page = '', params } = findRoute(path) ?? {}
  // Where the operator shows no brands, the address of one opens all machines.
  const name = page === 'home' && !settings.value.showLobby ? undefined : params?.name
  return name || t(titleKey(page))
}

/**
 * Draws nothing: names the window by its page. What had the focus goes with the page it was on, such as the
 * login; the next page then has it, and a screen reader says its name. A tab that has only been opened is
 * left alone: the browser names it.
 */
export function DocumentTitle() {
  const path = pathname.value
  const name = nameOf(path)
  const app = t('app.name')
  useEffect(() => {
    document.title = name ? `${name} · ${app}` : app
    return () => {
      document.title = app
    }
  }, [name, app])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is a page
  useEffect(() => {
    if (document.activeElement !== document.body || navigator.userActivation?.hasBeenActive === false) return
    focusPage(document.getElementById('root'))
    // No name of the focused part: it is around the landmarks, and no name may be outside of them.
    toast(nameOf(path) || app, { unseen: true })
  }, [path])
  return null
}
