import texts from '../../../../locales/tr.json?groups=floor'
import { fillSlot } from '../../../core/slots/slots.ts'
import { addTexts } from '../../../i18n/index.ts'
import { BrandOverlay, MachineOverlay } from './CardOverlay.tsx'
import { Dock } from './Dock.tsx'
import { FilterBar, NoMatches } from './FilterBar.tsx'
import { LiveStill } from './LiveStill.tsx'

addTexts('tr', texts)

/** Puts the lobby's tools into their places, once the lobby can be used. */
export function registerLobbyTools(): void {
  fillSlot('machineStill', LiveStill)
  fillSlot('machineCard', MachineOverlay)
  fillSlot('brandCard', BrandOverlay)
  fillSlot('lobbyFilters', FilterBar)
  fillSlot('noMatches', NoMatches)
  fillSlot('lobbyDock', Dock)
}
