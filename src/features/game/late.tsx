import { openLazy } from '../../ui/LazyDialog.tsx'
import { latePart, lazy, loadedOf, pick } from '../../ui/lazy.tsx'

/* The parts of a game that no first picture waits for. GamePage and TopBar name them where they are drawn. */

/**
 * Everything but video, stake and spin, in one chunk. load-late-parts.ts loads it after the first picture; a
 * dialog that is opened before, or a missing picture, loads it at once.
 */
export const lateParts = lazy(() => import('./late.chunk.tsx'))

export const Topper = latePart(lateParts, (chunk) => chunk.Topper)
export const Ambient = latePart(lateParts, (chunk) => chunk.Ambient)
export const Strip = latePart(lateParts, (chunk) => chunk.Strip)
export const QualitySign = latePart(lateParts, (chunk) => chunk.QualitySign)
export const BarTools = latePart(lateParts, (chunk) => chunk.BarTools)
export const InfoPanelButton = latePart(lateParts, (chunk) => chunk.InfoPanelButton)
export const ViewPicker = latePart(lateParts, (chunk) => chunk.ViewPicker)
export const QuickTools = latePart(lateParts, (chunk) => chunk.QuickTools)
export const AutoplayButton = latePart(lateParts, (chunk) => chunk.AutoplayButton)
export const Clock = latePart(lateParts, (chunk) => chunk.Clock)
export const CabinetReason = latePart(lateParts, (chunk) => chunk.CabinetReason)
export const LateLayers = latePart(lateParts, (chunk) => chunk.LateLayers)

/** Why there is no picture. */
export const videoProblem = pick(lateParts, (chunk) => chunk.VideoProblem)

export const loadDialog = pick(lateParts, (chunk) => chunk.LoadDialog)
export const leaveDialog = pick(lateParts, (chunk) => chunk.LeaveDialog)

/** Loads all that the dialogs need, before the player opens one. */
export async function preloadDialogs(): Promise<void> {
  await openLazy(lateParts)
  await loadedOf(lateParts)?.prepareDialogs()
}
