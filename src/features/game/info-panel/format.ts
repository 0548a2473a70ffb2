import { isToday } from '../../../core/connection/is-today.ts'
import { dateTime } from '../../../i18n/dates.ts'
import { count } from '../../../i18n/format.ts'
import { intlLocale } from '../../../i18n/index.ts'

/** A fraction as a percentage, with at most two decimals. */
export const percent = (part: number): string =>
  count(part, { style: 'percent', maximumFractionDigits: 2, minimumFractionDigits: 0 })

/** A fraction as a percentage with exactly two decimals, for returns to player. */
export const exactPercent = (part: number): string =>
  count(part, { style: 'percent', maximumFractionDigits: 2, minimumFractionDigits: 2 })

/** A spin's time: to the second today, with the date before. */
export function formatSpinTime(time: string): string {
  if (!isToday(time)) return dateTime(time, 'dayTime')
  return new Date(time).toLocaleTimeString(intlLocale(), { timeStyle: 'medium' })
}

/** A spin's time with its date, to the second. */
export const formatSpinMoment = (time: string): string =>
  new Date(time).toLocaleString(intlLocale(), { dateStyle: 'medium', timeStyle: 'medium' })

export const formatNumbers = (list: readonly number[]): string =>
  new Intl.ListFormat(intlLocale(), { type: 'unit', style: 'narrow' }).format(list.map((one) => count(one)))

/** Texts in a row: 5 reels, 3 rows. */
export const formatList = (texts: readonly string[]): string =>
  new Intl.ListFormat(intlLocale(), { type: 'conjunction', style: 'narrow' }).format(texts)
