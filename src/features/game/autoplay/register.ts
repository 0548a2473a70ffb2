import texts from '../../../../locales/tr.json?groups=autoplay'
import { fillSlot } from '../../../core/slots/slots.ts'
import { addTexts } from '../../../i18n/index.ts'
import { AutoplayButton } from './AutoplayButton.tsx'
import { AutoplaySheet } from './AutoplaySheet.tsx'

export function registerAutoplay(): void {
  addTexts('tr', texts)
  fillSlot('besideSpin', AutoplayButton)
  fillSlot('gameLayers', AutoplaySheet, 'autoplay')
}
