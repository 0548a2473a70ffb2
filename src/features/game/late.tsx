import { latePart, lazy, pick } from '../../ui/lazy.tsx'

/** The game's page and its connection. A page of a game loads them, and so does a lobby, before a press. */
export const gameParts = lazy(() => import('./game.chunk.ts'))

/** Everything but video, stake and spin: the second wave (second-wave.ts). An earlier dialog loads it too. */
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

/** Few players open it, and it is large. */
export const infoPanel = lazy(() => import('./info-panel/InfoPanel.tsx').then((module) => module.InfoPanel))
