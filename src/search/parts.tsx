import { useEffect } from 'react'
import texts from '../../locales/tr.json?groups=search'
import { addTexts } from '../i18n/index.ts'
import { session } from '../session/state.ts'
import { addFramePart, addLayer } from '../shell/layers.ts'
import { canStar } from './entries.ts'
import { watchKeys } from './keys.ts'
import { FIELD_ID, openSearch, Search } from './Search.tsx'
import { SearchSheet } from './SearchSheet.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { StarSheet } from './StarSheet.tsx'

addTexts('tr', texts)

/** The two sheets: each waits in the page until it is opened. */
function Sheets() {
  return session.value.status === 'player' ? <Opened /> : null
}

function Opened() {
  useEffect(() => watchKeys(FIELD_ID, openSearch), [])
  return (
    <>
      <SearchSheet />
      {canStar.value && <StarSheet />}
    </>
  )
}

/** Puts the search and the shortcuts into the frame: once a page can be used. */
export function showSearch(): void {
  addLayer('search', Sheets)
  addFramePart('search', Search)
  addFramePart('shortcuts', Shortcuts)
}
