import texts from '../../../locales/tr.json?groups=floor'
import { fillSlot } from '../../core/slots/slots.ts'
import { addTexts } from '../../i18n/index.ts'
import { BrandOverlay, MachineOverlay } from './card-overlay/CardOverlay.tsx'
import { LiveStill } from './card-overlay/LiveStill.tsx'
import { Dock } from './dock/Dock.tsx'
import { FilterBar, NoMatches } from './filters/FilterBar.tsx'

addTexts('tr', texts)

/** Adds filters, dock and what lies over the cards, once the lobby can be used. */
export function fillLobbySlots(): void {
  fillSlot('machineStill', LiveStill)
  fillSlot('machineCard', MachineOverlay)
  fillSlot('brandCard', BrandOverlay)
  fillSlot('lobbyFilters', FilterBar)
  fillSlot('noMatches', NoMatches)
  fillSlot('lobbyDock', Dock)
}
