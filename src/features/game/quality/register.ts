import texts from '../../../../locales/tr.json?groups=quality'
import { fillSlot } from '../../../core/slots/slots.ts'
import { addTexts } from '../../../i18n/index.ts'
import { QualityDoor } from './LazyQualityDialog.tsx'
import { QualitySign } from './QualitySign.tsx'

/** How the connection is, in the bar, and the page of figures behind it. */
export function registerQuality(): void {
  addTexts('tr', texts)
  fillSlot('videoStatus', QualitySign)
  fillSlot('gameLayers', QualityDoor, 'quality')
}
