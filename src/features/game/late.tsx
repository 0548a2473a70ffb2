import { openLazy } from '../../ui/LazyDialog.tsx'
import { latePart, lazy, loadedOf, pick } from '../../ui/lazy.tsx'

/* The parts of a game that no first picture waits for. GamePage and TopBar name them where they are drawn. */

/**
 * Everything but video, stake and spin, in one chunk. load-tools.ts loads it after the first picture; a
 * dialog that is opened before, or a missing picture, loads it at once.
 */
export const tools = lazy(() => import('./tools.chunk.tsx'))

export const Topper = latePart(tools, (chunk) => chunk.Topper)
export const Ambient = latePart(tools, (chunk) => chunk.Ambient)
export const QualitySign = latePart(tools, (chunk) => chunk.QualitySign)
export const BarTools = latePart(tools, (chunk) => chunk.BarTools)
export const InfoPanelButton = latePart(tools, (chunk) => chunk.InfoPanelButton)
export const ViewPicker = latePart(tools, (chunk) => chunk.ViewPicker)
export const QuickTools = latePart(tools, (chunk) => chunk.QuickTools)
export const AutoplayButton = latePart(tools, (chunk) => chunk.AutoplayButton)
export const Clock = latePart(tools, (chunk) => chunk.Clock)
export const CabinetReason = latePart(tools, (chunk) => chunk.CabinetReason)
export const ToolLayers = latePart(tools, (chunk) => chunk.ToolLayers)

/** Why there is no picture. */
export const videoProblem = pick(tools, (chunk) => chunk.VideoProblem)

export const loadDialog = pick(tools, (chunk) => chunk.LoadDialog)
export const leaveDialog = pick(tools, (chunk) => chunk.LeaveDialog)

/** Loads all that the dialogs need, before the player opens one. */
export async function preloadDialogs(): Promise<void> {
  await openLazy(tools)
  await loadedOf(tools)?.prepareDialogs()
}
