import texts from '../../../locales/tr.json?groups=search'
import { addTexts } from '../../i18n/index.ts'
import { canPin } from './pages.ts'
import { SearchSheet } from './SearchSheet.tsx'
import { ShortcutsEditor } from './ShortcutsEditor.tsx'

addTexts('tr', texts)

export { fetchAllMachines as learnMachines } from './actions.ts'
export { Combobox } from './Combobox.tsx'

/** The two sheets: each waits in the page until it is opened. */
export function Sheets() {
  return (
    <>
      <SearchSheet />
      {canPin.value && <ShortcutsEditor />}
    </>
  )
}
