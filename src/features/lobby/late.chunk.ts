/* The late parts of the lobby, in one chunk (late.tsx). */

export { BrandOverlay, MachineOverlay } from './card-overlay/CardOverlay.tsx'
export { LiveStill } from './card-overlay/LiveStill.tsx'
export { MachineCount } from './card-overlay/MachineCount.tsx'
export { Dock } from './dock/Dock.tsx'
export { NoMatches } from './filters/FilterBar.tsx'
export { ListTools } from './ListTools.tsx'
export { PersonalRow } from './personal/PersonalRow.tsx'
