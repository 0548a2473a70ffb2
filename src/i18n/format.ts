import { signal } from '@preact/signals-react'
import { locale } from './index.ts'

const currencySignal = signal('TRY')

/** The currency of every amount, an ISO 4217 code: the operator's (core/settings). */
export function setCurrency(code: string): void {
  currencySignal.value = code
}

const formats = new Map<string, Intl.NumberFormat>()

/** Building a format takes far longer than using it: one for each language and kind. */
function format(key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const id = `${locale.value} ${key}`
  let found = formats.get(id)
  if (!found) {
    found = new Intl.NumberFormat(locale.value, options)
    formats.set(id, found)
  }
  return found
}

/**
 * An amount in cents as the operator's currency is written in the player's language, with `more` options if need be.
 * The one place that divides.
 */
export function money(cents: number, more: Intl.NumberFormatOptions = {}): string {
  const currency = currencySignal.value
  return format(currency + Object.entries(more), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...more,
  }).format(cents / 100)
}

/** Money without a fraction for whole amounts. */
export const shortMoney = (cents: number): string =>
  money(cents, cents % 100 === 0 ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {})

/** A count, or with `more` options a measure. */
export function count(value: number, more: Intl.NumberFormatOptions = {}): string {
  return format(`${Object.entries(more)}`, more).format(value)
}

/** A time of day (ms since 1970), to the minute. */
export function clock(at: number): string {
  return new Date(at).toLocaleTimeString(locale.value, { timeStyle: 'short' })
}
