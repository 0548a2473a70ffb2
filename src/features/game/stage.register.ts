import texts from '../../../locales/tr.json?groups=stage'
import { addTexts } from '../../i18n/index.ts'
import { Ambient, Topper } from './art/Art.tsx'
import { BarTools } from './BarTools.tsx'
import { Bands } from './bands/Bands.tsx'
import { Jackpot } from './Jackpot.tsx'
import { ReceiptLayer } from './receipt/ReceiptLayer.tsx'
import { TurnWatch } from './rotation/RotationEffect.tsx'
import { addGamePart } from './slots.ts'
import './wins.css'

addTexts('tr', texts)

/** What joins the stage itself: the machine's art, sound and full screen where the bar has room, bands, receipt, the turned page. */
export function showStage(): void {
  addGamePart('topper', Topper)
  addGamePart('ambient', Ambient)
  addGamePart('bar', BarTools)
  addGamePart('bands', Bands)
  addGamePart('over', Jackpot)
  addGamePart('over', ReceiptLayer)
  addGamePart('over', TurnWatch)
}
