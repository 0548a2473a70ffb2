import texts from '../../../../locales/tr.json?groups=stage'
import { fillSlot } from '../../../core/slots/slots.ts'
import { addTexts } from '../../../i18n/index.ts'
import { Ambient, Topper } from './Art.tsx'
import { Bands } from './Bands.tsx'
import { BarTools, QuickTools } from './BarTools.tsx'
import { Jackpot } from './Jackpot.tsx'
import { RotationEffect } from './orientation.ts'
import { ReceiptLayer } from './ReceiptLayer.tsx'
import './stage.css'

addTexts('tr', texts)

/** Fills the slots of the game page: art, sound and full screen, bands, jackpot, receipt, rotation. */
export function registerStage(): void {
  fillSlot('topper', Topper)
  fillSlot('ambient', Ambient)
  fillSlot('gameBar', BarTools, 'bar')
  fillSlot('quickTools', QuickTools)
  fillSlot('bands', Bands)
  fillSlot('gameLayers', Jackpot, 'jackpot')
  fillSlot('gameLayers', ReceiptLayer, 'receipt')
  fillSlot('gameLayers', RotationEffect, 'turn')
}
