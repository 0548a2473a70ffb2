import { settings } from '../../core/settings/settings.ts'
import { t } from '../../i18n/index.ts'
import { small } from '../../ui/breakpoints.ts'
import { LazyPart, noFallback } from '../../ui/lazy.tsx'
import { SearchIcon } from './icons.tsx'
import { field, sheets } from './late.tsx'
import { FIELD_ID, openSearch } from './open-sheet.ts'
import styles from './Search.module.css'

/**
 * The search field in a wide header bar, or in the drawer a button that opens the search sheet. The bar keeps
 * the field's room free until its code has loaded.
 */
export function Search() {
  if (!small.value && !settings.value.headerBarHide)
    return <LazyPart part={field} props={{ id: FIELD_ID }} fallback={noFallback} />
  return (
    <button
      type="button"
      className={styles.opener}
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
