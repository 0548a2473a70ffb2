import { findRoute } from '../../core/router/find-route.ts'
import { pathname } from '../../core/router/pathname.ts'
import { settings } from '../../core/settings/settings.ts'
import { t } from '../../i18n/index.ts'
import { small } from '../../ui/breakpoints.ts'
import { LazyPart, noFallback } from '../../ui/lazy.tsx'
import { SearchIcon } from './icons.tsx'
import { field, sheets } from './late.tsx'
import { FIELD_ID, openSearch } from './open-sheet.ts'
import styles from './Search.module.css'

/** Whether the page lists machines, above which its own field finds one. */
function listsMachines(): boolean {
  const route = findRoute(pathname.value)
  return route?.page === 'home' && (route.params.id !== undefined || !settings.value.showLobby)
}

/**
 * In a wide header bar the search field, whose room is reserved until its code has loaded. A button that
 * opens the search sheet in the drawer, and above a list of machines, so that a page has one field.
 */
export function Search() {
  const inBar = !small.value && !settings.value.headerBarHide
  if (inBar && !listsMachines())
    return <LazyPart part={field} props={{ id: FIELD_ID }} fallback={noFallback} />
  return (
    <button
      type="button"
      className={styles.opener}
      data-in-bar={inBar ? '' : undefined}
      aria-haspopup="dialog"
      // Preloads the sheets before the click.
      onPointerEnter={sheets.preload}
      onPointerDown={sheets.preload}
      onClick={openSearch}
    >
      <SearchIcon />
      {t('search.placeholder')}
    </button>
  )
}
