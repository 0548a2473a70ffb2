import texts from '../../../../locales/tr.json?groups=quality'
import { addTexts } from '../../../i18n/index.ts'
import { addGamePart } from '../slots.ts'
import { QualityDoor } from './LazyQualityDialog.tsx'
import { QualitySign } from './QualitySign.tsx'

/** How the connection is, in the bar, and the page of figures behind it. */
export function showQuality(): void {
  addTexts('tr', texts)
  addGamePart('sign', QualitySign)
  addGamePart('over', QualityDoor)
}
