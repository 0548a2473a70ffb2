import { useEffect } from 'react'
import texts from '../../../../locales/tr.json?groups=quality'
import { fillSlot } from '../../../core/slots/slots.ts'
import { addTexts } from '../../../i18n/index.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { LazyDialog } from '../../../ui/open-lazy.tsx'
import { QualitySign } from './QualitySign.tsx'
import { closeQualityDialog, qualityDialogOpen } from './state.ts'

const dialog = lazyComponent(() => import('./QualityDialog.tsx').then((module) => module.QualityDialog))

/** The connection statistics; closed when the game is left. */
function QualityLayer() {
  useEffect(() => closeQualityDialog, [])
  return <LazyDialog part={dialog} props={{}} open={qualityDialogOpen.value} onFailed={closeQualityDialog} />
}

/** The connection quality in the game bar, and the dialog with its statistics. */
export function registerQuality(): void {
  addTexts('tr', texts)
  fillSlot('videoStatus', QualitySign)
  fillSlot('gameLayers', QualityLayer, 'quality')
}
