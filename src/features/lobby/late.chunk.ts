/* The late parts of the lobby, in one chunk (late.tsx). */

export { BusyLayer } from './busy/BusyLayer.tsx'
export { BrandOverlay, MachineOverlay } from './card-overlay/CardOverlay.tsx'
export { LiveStill } from './card-overlay/LiveStill.tsx'
export { Dock } from './dock/Dock.tsx'
export { FilterBar, NoMatches } from './filters/FilterBar.tsx'
export { PersonalRow } from './personal/PersonalRow.tsx'
