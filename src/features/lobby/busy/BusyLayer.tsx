import { useEffect } from 'react'
import { pathname } from '../../../core/router/pathname.ts'
import { showBusy, shownId } from '../watched/state.ts'
import { BusyDialog } from './BusyDialog.tsx'

const close = () => showBusy(undefined)

/** The dialog of the busy machine that the player has tapped. It closes with its page. */
export function BusyLayer() {
  const id = shownId.value
  const page = pathname.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes.
  useEffect(() => close, [page])
  return id === undefined ? null : <BusyDialog id={id} />
}
