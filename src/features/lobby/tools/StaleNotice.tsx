import { useComputed, useSignal, useSignalEffect } from '@preact/signals-react'
import { useRef } from 'react'
import { link } from '../../../core/connection/state.ts'
import { locale, t } from '../../../i18n/index.ts'
import { lastUpdatedAt } from '../state.ts'
import { formatAge } from './format-times.ts'
import { ClockIcon } from './icons.tsx'
import styles from './StaleNotice.module.css'
import { seconds } from './server-clock.ts'

/**
 * How old what the lobby shows is, while no pushes keep it true: since the last answer, or since the pushes stopped.
 * Nothing while they come.
 */
export function StaleNotice() {
  const trueUntil = useSignal(0)
  const wasUp = useRef(false)
  useSignalEffect(() => {
    const isUp = link.value === 'up'
    if (wasUp.current && !isUp) trueUntil.value = performance.now()
    wasUp.current = isUp
  })
  const text = useComputed(() => {
    seconds.value
    const since = Math.max(lastUpdatedAt.value, trueUntil.value)
    return t('floor.age', { ago: formatAge(performance.now() - since, locale.value) })
  })
  return link.value === 'down' ? (
    <p className={styles.age}>
      <ClockIcon />
      <span>{text}</span>
    </p>
  ) : null
}
