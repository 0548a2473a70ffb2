import texts from '../../locales/tr.json?groups=wallet'
import { addTexts, loadRest } from '../i18n/index.ts'
import { addFramePart } from '../shell/layers.ts'
import { Amount } from './Amount.tsx'
import { countWaits } from './claims/actions.ts'
import { Claims } from './claims/Claims.tsx'

addTexts('tr', texts)

/** A player is here and the floor can be used: the balance counts, and what can be claimed is offered. */
export function showWallet(): void {
  addFramePart('balance', Amount)
  addFramePart('claims', Claims)
  countWaits()
  // A refusal is told in the player's language.
  void loadRest()
}
