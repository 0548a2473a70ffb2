import { signal } from '@preact/signals-react'
import { locale } from './index.ts'

const currencySignal = signal('TRY')

/** Sets the currency of all amounts, an ISO 4217 code (core/settings). */
export function setCurrency(code: string): void {
  currencySignal.value = code
}

const formats = new Map<string, Intl.NumberFormat>()

/** Cached by language and options, because creating a format takes far longer than using it. */
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
 * Formats an amount in cents in the operator's currency and the page's language. No other code divides cents.
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

/** Money; whole amounts without a fraction. */
export const shortMoney = (cents: number): string =>
  money(cents, cents % 100 === 0 ? { minimumFractionDigits: 0, maximumFractionDigits: 0 } : {})

/** Formats a number, or with a unit in `more` a measure. */
export function count(value: number, more: Intl.NumberFormatOptions = {}): string {
  return format(`${Object.entries(more)}`, more).format(value)
}

/** A time of day (ms since 1970) without seconds. */
export function clock(at: number): string {
  return new Date(at).toLocaleTimeString(locale.value, { timeStyle: 'short' })
}
