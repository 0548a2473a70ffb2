import { useSignalEffect } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import texts from '../../../../locales/tr.json?groups=floor'
import { operatorSettings } from '../../../core/settings/operator.ts'
import { fillSlot } from '../../../core/slots/slots.ts'
import { addTexts } from '../../../i18n/index.ts'
import { BrandOverlay, MachineOverlay } from './CardOverlay.tsx'
import { FilterBar } from './FilterBar.tsx'
import { startJackpotAnimation } from './jackpot-animation.ts'
import { LiveStill } from './LiveStill.tsx'
import { NoMatches } from './NoMatches.tsx'
import { ReturnToMachineBanner } from './ReturnToMachineBanner.tsx'
import styles from './register.module.css'
import { StaleNotice } from './StaleNotice.tsx'
import { startSeconds } from './server-clock.ts'

addTexts('tr', texts)

/** What goes on as long as the lobby is open; the operator's class for it; and what lies over the end of its list. */
function Dock() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(startSeconds, [])
  useEffect(startJackpotAnimation, [])
  useSignalEffect(() => {
    const main = place.current?.closest('main')
    if (main) main.className = operatorSettings.value.lobbyClass
  })
  return (
    <div ref={place} className={styles.dock}>
      <StaleNotice />
      <ReturnToMachineBanner />
    </div>
  )
}

/** Puts the lobby's tools into their places, once the lobby can be used. */
export function registerLobbyTools(): void {
  fillSlot('machineStill', LiveStill)
  fillSlot('machineCard', MachineOverlay)
  fillSlot('brandCard', BrandOverlay)
  fillSlot('lobbyFilters', FilterBar)
  fillSlot('noMatches', NoMatches)
  fillSlot('lobbyDock', Dock)
}
