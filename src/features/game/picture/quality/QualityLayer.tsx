import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import type { Dispose } from '../../../../contract/result.ts'
import { playSettings } from '../../../../core/settings/play.ts'
import { picture } from '../../video/state.ts'
import { QualityDialog } from './QualityDialog.tsx'
import { startQualityReports } from './quality-report.ts'
import { closeQualityDialog, qualityDialogOpen } from './state.ts'

/** Starts the reports to the operator once a picture is live, where they are on. */
function startReportsWhenLive(): Dispose | undefined {
  if (!playSettings.peek().qualityReports) return undefined
  return effect(() => {
    if (picture.value !== 'live') return
    startQualityReports()
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
  return qualityDialogOpen.value ? <QualityDialog /> : null
}
