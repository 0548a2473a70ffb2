import { useSignalEffect } from '@preact/signals-react'
import { useEffect } from 'react'
import { setPlayedMachine } from '../../core/connection/machine-credit.ts'
import { leaveFullScreen } from '../../ui/full-screen.ts'
import { startPressedState } from '../../ui/pressed-state.ts'
import { AutoplaySheet } from './autoplay/AutoplaySheet.tsx'
import { freeSpinsRun } from './autoplay/actions.ts'
import { EndCard } from './autoplay/EndCard.tsx'
import { CabinetEffect } from './cabinet/block-play.ts'
import { CabinetNotices } from './cabinet/CabinetNotices.tsx'
import { playerCredit, withheldCredit } from './cabinet/state.ts'
import { InfoPanelLayer } from './info-panel/InfoPanelLayer.tsx'
import { KeysLayer } from './key-bindings/KeysLayer.tsx'
import { startPictureMeasurement } from './picture/quality/picture-measurement.ts'
import { QualityLayer } from './picture/quality/QualityLayer.tsx'
import { capabilities, exit, freeSpins, game, isCashedOut, machine } from './play/state.ts'
import { ProtectionLayer } from './player-protection/ProtectionLayer.tsx'
import { AmbientArt } from './tools/Art.tsx'
import { FeedbackEffect } from './tools/FeedbackEffect.tsx'
import { LinkNotice } from './tools/LinkNotice.tsx'
import { RotationEffect } from './tools/orientation.ts'
import { ReceiptLayer } from './tools/ReceiptLayer.tsx'
import { Tour } from './tour/Tour.tsx'
import { WatchedUseEffect } from './watched-use.tsx'
import { WinBanner, WinLayer } from './wins/WinLayer.tsx'
import './tools/stage.css'

export { AutoplayButton } from './autoplay/AutoplayButton.tsx'
export { CabinetReason } from './cabinet/CabinetReason.tsx'
export { LeaveDialog } from './dialogs/LeaveDialog.tsx'
export { LoadDialog, prepareDialogs } from './dialogs/LoadDialog.tsx'
export { InfoPanelButton } from './info-panel/InfoPanelLayer.tsx'
export { QualitySign } from './picture/quality/QualitySign.tsx'
export { VideoProblem } from './picture/VideoProblem.tsx'
export { Clock } from './player-protection/ProtectionLayer.tsx'
export { Topper } from './tools/Art.tsx'
export { BarTools, QuickTools } from './tools/BarTools.tsx'
export { ViewPicker } from './tools/ViewPicker.tsx'

startPressedState()
startPictureMeasurement()

/** Reports the machine and its credit to what shows the player's money. */
function PlayedMachineEffect() {
  useSignalEffect(() => {
    const { id, name } = machine.value ?? {}
    const { transfer, handPay } = game.value?.cabinet ?? {}
    const isWithheld = freeSpins.value > 0 || !Number.isFinite(withheldCredit.value)
    // The last known credit is no longer there: the server has ended the visit, or a cash-out was its answer.
    const isOver = exit.value?.kind === 'message' || (isCashedOut.value && (exit.value || !game.value))
    const credit = isOver ? 0 : playerCredit.value
    const { holdSeconds } = capabilities.value
    setPlayedMachine(
      id ? { id, name: name || id, credit, transfer, handPay, isWithheld, holdSeconds } : undefined,
    )
  })
  useEffect(() => () => setPlayedMachine(undefined), [])
  return null
}

/** Full screen ends with the game. */
function FullScreenEffect() {
  useEffect(() => () => void leaveFullScreen(), [])
  return null
}

/** What lies behind the video, and notices over it. */
export function Ambient() {
  return (
    <>
      <AmbientArt />
      <LinkNotice />
      <CabinetNotices />
    </>
  )
}

/** What is shown over the game for a while, and does not move the picture. */
export function Strip() {
  return (
    <div data-at="strip">
      <WinBanner />
      <EndCard />
      <Tour />
    </div>
  )
}

/** The dialogs and layers over the game, and the effects that run while it is open. */
export function LateLayers() {
  return (
    <>
      <WinLayer freeSpinsRun={freeSpinsRun} />
      <ReceiptLayer />
      <FullScreenEffect />
      <RotationEffect />
      <ProtectionLayer />
      <AutoplaySheet />
      <QualityLayer />
      <InfoPanelLayer />
      <KeysLayer />
      <FeedbackEffect />
      <PlayedMachineEffect />
      <CabinetEffect />
      <WatchedUseEffect />
    </>
  )
}
