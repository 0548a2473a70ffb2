import { useSignalEffect } from '@preact/signals-react'
import { useEffect } from 'react'
import { drawerOpen } from '../../core/frame/drawer.ts'
import { fillSlot } from '../../core/frame/slots.ts'
import { session } from '../../core/session/state.ts'
import { LazyPart, noFallback } from '../../ui/lazy.tsx'
import { startSearchKeys } from './keys.ts'
import { Sheets, sheets, shortcuts } from './late.tsx'
import { FIELD_ID, openSearch } from './open-sheet.ts'
import { Search } from './Search.tsx'

/** Starts the search's keys, and draws the sheets of search and shortcuts after the first opening. */
export function SearchLayer() {
  return session.value.status === 'player' ? <Waiting /> : null
}

function Waiting() {
  useEffect(() => startSearchKeys(FIELD_ID, openSearch), [])
  useSignalEffect(() => {
    // The drawer contains the buttons that open the sheets.
    if (drawerOpen.value) void sheets.preload()
  })
  return <Sheets />
}

/** Adds the search field and the shortcuts to the frame. */
export function registerSearch(): void {
  fillSlot('search', Search)
  fillSlot('shortcuts', () => <LazyPart part={shortcuts} props={{}} fallback={noFallback} />)
}
