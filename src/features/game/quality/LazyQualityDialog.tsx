import { useEffect } from 'react'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { LazyDialog } from '../../../ui/open-lazy.tsx'
import { closeQualityDialog, qualityDialogOpen } from './state.ts'

const dialog = lazyComponent(() => import('./QualityDialog.tsx').then((module) => module.QualityDialog))

/** The page of figures, fetched when it is first asked for. */
export function QualityDoor() {
  useEffect(() => closeQualityDialog, [])
  return <LazyDialog part={dialog} props={{}} open={qualityDialogOpen.value} onFailed={closeQualityDialog} />
}
