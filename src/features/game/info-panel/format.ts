import type { LocalizedText } from '../../../contract/localized-text.ts'
import { dateTime } from '../../../i18n/dates.ts'
import { count, money } from '../../../i18n/format.ts'
import { locale } from '../../../i18n/index.ts'
import { textIn } from '../../../i18n/localize.ts'

/** A text of the server's in the player's language. */
export const localized = (text: LocalizedText): string => textIn(text, locale.value)

/** A part of one as a percentage, to the hundredth where it has any. */
export const percent = (part: number): string =>
  count(part, { style: 'percent', maximumFractionDigits: 2, minimumFractionDigits: 0 })

/** A return to player: always with its hundredths. */
export const exactPercent = (part: number): string =>
  count(part, { style: 'percent', maximumFractionDigits: 2, minimumFractionDigits: 2 })

/** Cents without a fraction where there is none: many stand side by side. */
export const shortMoney = (cents: number): string =>
  money(cents, cents % 100 === 0 ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {})

/** When a spin was, on this day to the second: they follow each other quickly. */
export function formatSpinTime(time: string): string {
  const at = new Date(time)
  if (at.toDateString() !== new Date().toDateString()) return dateTime(time, 'dayTime')
  return at.toLocaleTimeString(locale.value, { timeStyle: 'medium' })
}

/** A list of numbers as the language joins them. */
export const formatNumbers = (list: readonly number[]): string =>
  new Intl.ListFormat(locale.value, { type: 'unit', style: 'narrow' }).format(list.map((one) => count(one)))
