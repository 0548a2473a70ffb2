import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import type { Dispose } from '../../../../contract/result.ts'
import { playSettings } from '../../../../core/settings/play.ts'
import { LazyDialog } from '../../../../ui/LazyDialog.tsx'
import { lazy } from '../../../../ui/lazy.tsx'
import { picture } from '../../video/state.ts'
import { closeQualityDialog, qualityDialogOpen } from './state.ts'

const dialog = lazy(() => import('./QualityDialog.tsx').then((module) => module.QualityDialog))

/**
 * Loads the reports to the operator once a picture is live, where they are on. A failed load has no effect.
 */
function startReportsWhenLive(): Dispose | undefined {
  if (!playSettings.peek().qualityReports) return undefined
  return effect(() => {
    if (picture.value !== 'live') return
    import('./quality-report.chunk.ts').then(
      (module) => module.startQualityReports(),
      () => {},
    )
  })
}

/**
 * The dialog with the connection's statistics, closed when the game is left, and the reports to the operator.
 */
export function QualityLayer() {
  useEffect(() => {
    const stop = startReportsWhenLive()
    return () => {
      stop?.()
      closeQualityDialog()
    }
  }, [])
  return <LazyDialog part={dialog} props={{}} open={qualityDialogOpen.value} onFailed={closeQualityDialog} />
}
