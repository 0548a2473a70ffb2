import texts from '../../../../locales/tr.json?groups=autoplay'
import { addTexts } from '../../../i18n/index.ts'
import { addGamePart } from '../slots.ts'
import { AutoplayButton } from './AutoplayButton.tsx'
import { AutoplaySheet } from './AutoplaySheet.tsx'

/** Spins by themselves, where the machine and the operator let them. */
export function showAutoplay(): void {
  addTexts('tr', texts)
  addGamePart('spin', AutoplayButton)
  addGamePart('over', AutoplaySheet)
}
