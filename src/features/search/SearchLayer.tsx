import { useEffect } from 'react'
import { setDrawerOpen } from '../../core/frame/drawer.ts'
import { session } from '../../core/session/state.ts'
import { t } from '../../i18n/index.ts'
import { Combobox } from './Combobox.tsx'
import { startSearchKeys } from './keys.ts'
import { FIELD_ID, openSearch, SHEET_ID } from './open-sheet.ts'
import { canPin } from './page-entries.ts'
import { closeSheet, Sheet } from './Sheet.tsx'
import { ShortcutsEditor } from './ShortcutsEditor.tsx'
import { setQuery } from './state.ts'

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

/** The search's keys, and both sheets, closed until they are opened. */
function Sheets() {
  useEffect(() => startSearchKeys(FIELD_ID, openSearch), [])
  return (
    <>
      <SearchSheet />
      {canPin.value && <ShortcutsEditor />}
    </>
  )
}

export function SearchLayer() {
  return session.value.status === 'player' ? <Sheets /> : null
}
