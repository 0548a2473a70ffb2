import { type ReadonlySignal, useSignal } from '@preact/signals-react'
import { useLayoutEffect } from 'react'
import { clockDuration } from '../../i18n/clock-duration.ts'
import { count } from '../../i18n/format.ts'
import { t } from '../../i18n/index.ts'
import { fetchServerDate } from '../../net/fetch-server-date.ts'
import { serverNow } from '../../net/server-clock.ts'
import type { MachineCredit } from './machine-credit.ts'

/** An end that lies further ahead is not counted down, s. */
const MAX_LEFT_S = 86_400

const WORDS = { style: 'unit', unitDisplay: 'long' } as const

/** Whole minutes that have not begun to pass, for a sentence; below two of them seconds. */
const inWords = (seconds: number): string =>
  seconds < 120
    ? count(seconds, { ...WORDS, unit: 'second' })
    : count(Math.floor(seconds / 60), { ...WORDS, unit: 'minute' })

/**
 * The time until `until` (ISO 8601, by the server's clock), by default as 4:05, each second anew: all that
 * count down to one end change together. Undefined without an end and after it.
 */
export function useTimeLeft(
  until: string | undefined,
  format: (seconds: number) => string = clockDuration,
): ReadonlySignal<string | undefined> {
  const left = useSignal<string | undefined>(undefined)
  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      const ms = Date.parse(until ?? '') - serverNow()
      const seconds = Math.ceil(ms / 1000)
      left.value = seconds > 0 && seconds <= MAX_LEFT_S ? format(seconds) : undefined
      if (seconds > 0) timer = setTimeout(update, ms % 1000 || 1000)
    }
    update()
    let isMounted = true
    if (until !== undefined) void fetchServerDate().then(() => isMounted && update())
    return () => {
      isMounted = false
      clearTimeout(timer)
    }
  }, [until, format, left])
  return left
}

/** Whether `until` is a time that has passed, by the server's clock. */
export const isOver = (until: string | undefined): boolean => Date.parse(until ?? '') <= serverNow()

/** How long a machine that the player leaves is kept for them, for a sentence. */
export function useHoldTime({
  until,
  holdSeconds,
}: Pick<MachineCredit, 'until' | 'holdSeconds'> = {}): string {
  const left = useTimeLeft(until, inWords).value
  return left ?? (holdSeconds ? inWords(holdSeconds) : t('app.shortWhile'))
}
