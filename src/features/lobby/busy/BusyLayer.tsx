import { useEffect } from 'react'
import { pathname } from '../../../core/router/pathname.ts'
import { LazyDialog } from '../../../ui/LazyDialog.tsx'
import { lazy } from '../../../ui/lazy.tsx'
import { showBusy, shownId } from '../watched/state.ts'

const dialog = lazy(() => import('./BusyDialog.tsx').then((module) => module.BusyDialog))

const close = () => showBusy(undefined)

/** The dialog of the busy machine that the player has tapped. It closes with its page. */
export function BusyLayer() {
  const id = shownId.value
  const page = pathname.value
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when the page changes.
  useEffect(() => close, [page])
  return <LazyDialog part={dialog} props={{ id: id ?? '' }} open={id !== undefined} onFailed={close} />
}
