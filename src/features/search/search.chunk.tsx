import { setDrawerOpen } from '../../core/frame/drawer.ts'
import { t } from '../../i18n/index.ts'
import { loadSearchedMachines } from './actions.ts'
import { Combobox } from './Combobox.tsx'
import { SHEET_ID } from './open-sheet.ts'
import { canPin } from './page-entries.ts'
import { closeSheet, Sheet } from './Sheet.tsx'
import { ShortcutsEditor } from './ShortcutsEditor.tsx'
import { setQuery } from './state.ts'

export { Shortcuts } from './Shortcuts.tsx'
export { Combobox }

/**
 * Clears the field: a sheet that is reopened at once may receive the `close` event of its earlier opening
 * only later.
 */
export function beginSearch(): void {
  setQuery('')
  void loadSearchedMachines()
}

/** The search as a sheet: the field at the top, the suggestions below it. */
function SearchSheet() {
  const close = () => {
    closeSheet(SHEET_ID)
    setDrawerOpen(false)
  }
  return (
    <Sheet id={SHEET_ID} label={t('search.label')} onClose={() => setQuery('')}>
      <Combobox id="search-in-sheet" inSheet onNavigate={close} />
    </Sheet>
  )
}

/** Both sheets stay in the page, closed until they are opened. */
export function Sheets() {
  return (
    <>
      <SearchSheet />
      {canPin.value && <ShortcutsEditor />}
    </>
  )
}
