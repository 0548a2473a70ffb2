import { t } from '../i18n/index.ts'
import { small } from '../navbar/media.ts'
import { settings } from '../settings.ts'
import { learnMachines } from './actions.ts'
import { Combobox } from './Combobox.tsx'
import { SearchIcon } from './icons.tsx'
import styles from './Search.module.css'
import { SHEET_ID } from './SearchSheet.tsx'
import { openSheet } from './Sheet.tsx'

/** The field in the bar. */
export const FIELD_ID = 'search'

/** Opens the sheet with the search. */
export function openSearch(): void {
  openSheet(SHEET_ID)
  void learnMachines()
}

/** The search in its place of the frame: a field in the bar; without one, in the navbar, what opens the sheet. */
export function Search() {
  if (!small.value && !settings.value.headerBarHide) return <Combobox id={FIELD_ID} />
  return (
    <button type="button" className={styles.opener} aria-haspopup="dialog" onClick={openSearch}>
      <SearchIcon />
      {t('search.placeholder')}
    </button>
  )
}
