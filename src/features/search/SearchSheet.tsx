import { setDrawerOpen } from '../../core/slots/drawer.ts'
import { t } from '../../i18n/index.ts'
import { Combobox } from './Combobox.tsx'
import { SHEET_ID } from './lazy-search.ts'
import { closeSheet, Sheet } from './Sheet.tsx'
import { setQuery } from './state.ts'

/** The search over a phone's screen: its field on top, the suggestions below it. */
export function SearchSheet() {
  const leave = () => {
    closeSheet(SHEET_ID)
    setDrawerOpen(false)
  }
  return (
    <Sheet id={SHEET_ID} label={t('search.label')} onClose={() => setQuery('')}>
      <Combobox id="search-in-sheet" inSheet onGo={leave} />
    </Sheet>
  )
}
