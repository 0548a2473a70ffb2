import { startPressedState } from '../../ui/pressed-state.ts'
import { AutoplaySheet } from './autoplay/AutoplaySheet.tsx'
import { InfoPanelLayer } from './info-panel/InfoPanelLayer.tsx'
import { startPictureMeasurement } from './picture/quality/picture-measurement.ts'
import { QualityLayer } from './picture/quality/QualityLayer.tsx'
import { ProtectionLayer } from './player-protection/ProtectionLayer.tsx'
import { FeedbackEffect } from './tools/FeedbackEffect.tsx'
import { KeysLayer } from './tools/KeysLayer.tsx'
import { RotationEffect } from './tools/orientation.ts'
import { ReceiptLayer } from './tools/ReceiptLayer.tsx'
import { WinLayer } from './wins/WinLayer.tsx'
import './tools/stage.css'

export { AutoplayButton } from './autoplay/AutoplayButton.tsx'
export { InfoPanelButton } from './info-panel/InfoPanelLayer.tsx'
export { QualitySign } from './picture/quality/QualitySign.tsx'
export { Clock } from './player-protection/ProtectionLayer.tsx'
export { Ambient, Topper } from './tools/Art.tsx'
export { Bands } from './tools/Bands.tsx'
export { BarTools, QuickTools } from './tools/BarTools.tsx'

startPressedState()
startPictureMeasurement()

/** The dialogs and layers over the game, and the effects that run while it is open. */
export function ToolLayers() {
  return (
    <>
      <WinLayer />
      <ReceiptLayer />
      <RotationEffect />
      <ProtectionLayer />
      <AutoplaySheet />
      <QualityLayer />
      <InfoPanelLayer />
      <KeysLayer />
      <FeedbackEffect />
    </>
  )
}
