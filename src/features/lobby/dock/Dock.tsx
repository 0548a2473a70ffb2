import { type ReadonlySignal, useComputed, useSignal, useSignalEffect } from '@preact/signals-react'
import { useEffect, useRef } from 'react'
import { link } from '../../../core/connection/state.ts'
import { Slot } from '../../../core/frame/Slot.tsx'
import { operatorSettings } from '../../../core/settings/operator.ts'
import { locale, t } from '../../../i18n/index.ts'
import { loadOperatorStyles } from '../actions.ts'
import { seconds, startSeconds } from '../age-clock.ts'
import { formatAge } from '../format-age.ts'
import { ClockIcon } from '../icons.tsx'
import { NoConnection } from '../lost/NoConnection.tsx'
import { isLost } from '../lost/state.ts'
import { lastUpdatedAt } from '../state.ts'
import styles from './Dock.module.css'
import { startJackpotAnimation } from './jackpot-animation.ts'

/** The age of the lobby's data as a text: since the last answer or since the pushes stopped. */
function useAge(): ReadonlySignal<string> {
  const trueUntil = useSignal(0)
  const wasUp = useRef(false)
  useSignalEffect(() => {
    const isUp = link.value === 'up'
    if (wasUp.current && !isUp) trueUntil.value = performance.now()
    wasUp.current = isUp
  })
  return useComputed(() => {
    seconds.value
    const since = Math.max(lastUpdatedAt.value, trueUntil.value)
    return t('dock.age', { ago: formatAge(performance.now() - since, locale.value) })
  })
}

/**
 * The lobby's lower edge: the age of its data while no pushes arrive, and the player's held machine. While
 * the server is out of reach, a message about that replaces both. While the dock is mounted it runs the
 * lobby's clocks and sets the operator's CSS classes.
 */
export function Dock() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(startSeconds, [])
  useEffect(startJackpotAnimation, [])
  const ageText = useAge()
  useSignalEffect(() => {
    const main = place.current?.closest('main')
    const { lobbyClass } = operatorSettings.value
    if (main) main.className = lobbyClass
    if (lobbyClass) void loadOperatorStyles()
  })
  const age = (
    <p className={styles.age}>
      <ClockIcon />
      <span>{ageText}</span>
    </p>
  )
  return (
    <div ref={place} className={styles.dock}>
      {isLost.value ? (
        <NoConnection age={age} />
      ) : (
        <>
          {link.value === 'down' && age}
          <Slot name="heldBar" />
        </>
      )}
    </div>
  )
}
