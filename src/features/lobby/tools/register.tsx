import { useSignalEffect } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import texts from '../../../../locales/tr.json?groups=floor'
import { more } from '../../../core/settings/operator.ts'
import { fillSlot } from '../../../core/slots/slots.ts'
import { addTexts } from '../../../i18n/index.ts'
import { BrandExtras, CardExtras } from './CardOverlay.tsx'
import { FilterBar } from './FilterBar.tsx'
import { tickJackpots } from './jackpot-animation.ts'
import { Still } from './LiveStill.tsx'
import { NothingFound } from './NoMatches.tsx'
import { HeldStrip } from './ReturnToMachineBanner.tsx'
import styles from './register.module.css'
import { Age } from './StaleNotice.tsx'
import { countSeconds } from './server-clock.ts'

addTexts('tr', texts)

/** What goes on as long as the lobby is open; the operator's class for it; and what lies over the end of its list. */
function Dock() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(countSeconds, [])
  useEffect(tickJackpots, [])
  useSignalEffect(() => {
    const main = place.current?.closest('main')
    if (main) main.className = more.value.lobbyClass
  })
  return (
    <div ref={place} className={styles.dock}>
      <Age />
      <HeldStrip />
    </div>
  )
}

/** Puts the lobby's tools into their places, once the lobby can be used. */
export function showFloorTools(): void {
  fillSlot('machineStill', Still)
  fillSlot('machineCard', CardExtras)
  fillSlot('brandCard', BrandExtras)
  fillSlot('lobbyFilters', FilterBar)
  fillSlot('noMatches', NothingFound)
  fillSlot('lobbyDock', Dock)
}
