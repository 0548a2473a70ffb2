import texts from '../../../locales/tr.json?groups=search'
import { addTexts } from '../../i18n/index.ts'
import { canStar } from './pages.ts'
import { SearchSheet } from './SearchSheet.tsx'
import { StarSheet } from './ShortcutsEditor.tsx'

addTexts('tr', texts)

export { learnMachines } from './actions.ts'
export { Combobox } from './Combobox.tsx'

/** The two sheets: each waits in the page until it is opened. */
export function Sheets() {
  return (
    <>
      <SearchSheet />
      {canStar.value && <StarSheet />}
    </>
  )
}
