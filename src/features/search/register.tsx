import { useSignalEffect } from '@preact/signals-react'
import { useEffect } from 'react'
import { session } from '../../core/session/state.ts'
import { drawerOpen } from '../../core/slots/drawer.ts'
import { fillSlot } from '../../core/slots/slots.ts'
import { LazyPart, noFallback } from '../../ui/lazy.tsx'
import { startSearchKeys } from './keys.ts'
import { FIELD_ID, openSearch, sheets, shortcuts } from './lazy-search.ts'
import { Search } from './Search.tsx'

/** The sheets of search and shortcuts, once they are first opened, and the keys that open them. */
export function SearchLayer() {
  return session.value.status === 'player' ? <Waiting /> : null
}

function Waiting() {
  useEffect(() => startSearchKeys(FIELD_ID, openSearch), [])
  useSignalEffect(() => {
    // The drawer contains the buttons that open the sheets.
    if (drawerOpen.value) void sheets.preload()
  })
  return sheets.loaded.value ? <LazyPart part={sheets} props={{}} fallback={noFallback} /> : null
}

/** Puts the search field and the shortcuts into the frame. */
export function registerSearch(): void {
  fillSlot('search', Search)
  fillSlot('shortcuts', () => <LazyPart part={shortcuts} props={{}} fallback={noFallback} />)
}
