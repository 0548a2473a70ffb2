import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import texts from '../../../../../locales/tr.json?groups=quality'
import type { Dispose } from '../../../../contract/result.ts'
import { playSettings } from '../../../../core/settings/play.ts'
import { fillSlot } from '../../../../core/slots/slots.ts'
import { addTexts } from '../../../../i18n/index.ts'
import { lazyComponent } from '../../../../ui/lazy-component.tsx'
import { LazyDialog } from '../../../../ui/open-lazy.tsx'
import { picture } from '../../video/state.ts'
import { QualitySign } from './QualitySign.tsx'
import { closeQualityDialog, qualityDialogOpen } from './state.ts'

const dialog = lazyComponent(() => import('./QualityDialog.tsx').then((module) => module.QualityDialog))

/** The connection statistics; closed when the game is left. */
function QualityLayer() {
  useEffect(() => closeQualityDialog, [])
  return <LazyDialog part={dialog} props={{}} open={qualityDialogOpen.value} onFailed={closeQualityDialog} />
}

let stopWaiting: Dispose = () => {}

/** Loads the reports to the operator once a picture is live, where they are on. A failed load has no effect. */
function loadReports(): void {
  stopWaiting()
  if (!playSettings.peek().qualityReports) return
  stopWaiting = effect(() => {
    if (picture.value !== 'live') return
    import('./quality-report.chunk.ts').then(
      (module) => module.startQualityReports(),
      () => {},
    )
  })
}

/** The connection quality in the game bar, the dialog with its statistics, and the reports to the operator. */
export function registerQuality(): void {
  addTexts('tr', texts)
  fillSlot('videoStatus', QualitySign)
  fillSlot('gameLayers', QualityLayer, 'quality')
  loadReports()
}
