import { settings } from '../../core/settings/settings.ts'
import { t } from '../../i18n/index.ts'
import { small } from '../../ui/breakpoints.ts'
import { Combobox } from './Combobox.tsx'
import { SearchIcon } from './icons.tsx'
import { FIELD_ID, openSearch } from './open-sheet.ts'
import styles from './Search.module.css'

/** The search field in a wide header bar, or in the drawer a button that opens the search sheet. */
export function Search() {
  if (!small.value && !settings.value.headerBarHide) return <Combobox id={FIELD_ID} />
  return (
    <button type="button" className={styles.opener} aria-haspopup="dialog" onClick={openSearch}>
      <SearchIcon />
      {t('search.placeholder')}
    </button>
  )
}
