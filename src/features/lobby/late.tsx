import { latePart, lazy } from '../../ui/lazy.tsx'

/* The parts of the lobby that load once its list can be used. */

export const lobbyParts = lazy(() => import('./late.chunk.ts'))

export const LiveStill = latePart(lobbyParts, (chunk) => chunk.LiveStill)
export const MachineOverlay = latePart(lobbyParts, (chunk) => chunk.MachineOverlay)
export const BrandOverlay = latePart(lobbyParts, (chunk) => chunk.BrandOverlay)
export const ListTools = latePart(lobbyParts, (chunk) => chunk.ListTools)
/** Shown when the filters match no machine. */
export const NoMatches = latePart(lobbyParts, (chunk) => chunk.NoMatches)
/** The player's own machines; its children reserve its room. */
export const PersonalRow = latePart(lobbyParts, (chunk) => chunk.PersonalRow)
export const MachineCount = latePart(lobbyParts, (chunk) => chunk.MachineCount)
export const Dock = latePart(lobbyParts, (chunk) => chunk.Dock)

/** A busy machine, live: it needs what a game's picture needs. */
export const livePicture = lazy(() => import('./busy/LivePicture.tsx').then((module) => module.LivePicture))
