import { type ReadonlySignal, useSignal } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import { clockDuration } from '../../i18n/clock-duration.ts'
import { fetchServerDate } from '../../net/fetch-server-date.ts'
import { serverNow } from '../../net/server-clock.ts'

/** An end that lies further ahead is not counted down, s. */
const MAX_LEFT_S = 86_400

/**
 * The time until `until` (ISO 8601, by the server's clock) as 4:05, each second anew. Undefined without an
 * end and after it.
 */
export function useTimeLeft(until: string | undefined): ReadonlySignal<string | undefined> {
  const left = useSignal<string | undefined>(undefined)
  useLayoutEffect(() => {
    const update = () => {
      const seconds = Math.ceil((Date.parse(until ?? '') - serverNow()) / 1000)
      left.value = seconds > 0 && seconds <= MAX_LEFT_S ? clockDuration(seconds) : undefined
    }
    update()
    if (until === undefined) return undefined
    const timer = setInterval(update, 1000)
    void fetchServerDate().then(update)
    return () => clearInterval(timer)
  }, [until, left])
  return left
}
