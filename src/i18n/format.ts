import { signal } from '@preact/signals-react'
import { intlLocale, type Locale, locale } from './index.ts'

const currencySignal = signal('TRY')

/** Sets the currency of all amounts, an ISO 4217 code (core/settings). */
export function setCurrency(code: string): void {
  currencySignal.value = code
}

const formats = new Map<string, Intl.NumberFormat>()

/** Cached by language and options, because creating a format takes far longer than using it. */
function format(options: Intl.NumberFormatOptions, language: Locale): Intl.NumberFormat {
  const id = `${language} ${Object.entries(options)}`
  let found = formats.get(id)
  if (!found) {
    found = new Intl.NumberFormat(intlLocale(language), options)
    formats.set(id, found)
  }
  return found
}

const WHOLE = { minimumFractionDigits: 0, maximumFractionDigits: 0 }
const TO_THE_CENT = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
/** No amount is rounded: one with cents shows both decimals, also in a currency without decimals. */
const digitsOf = (cents: number): Intl.NumberFormatOptions => (cents % 100 === 0 ? {} : TO_THE_CENT)

/**
 * Formats an amount in cents in the operator's currency. No other code divides cents.
 */
export function money(
  cents: number,
  more: Intl.NumberFormatOptions = {},
  language: Locale = locale.value,
): string {
  const style = {
    style: 'currency',
    currency: currencySignal.value,
    currencyDisplay: 'narrowSymbol',
  } as const
  return format({ ...style, ...more, ...digitsOf(cents) }, language).format(cents / 100)
}

/** Money; whole amounts without a fraction. */
export const shortMoney = (cents: number, language?: Locale): string => money(cents, WHOLE, language)

/** The same without the currency. */
export const plainMoney = (cents: number): string => count(cents / 100, digitsOf(cents))

/** The number of decimals of the operator's currency. */
export const currencyDigits = (): number =>
  format({ style: 'currency', currency: currencySignal.value }, 'en').resolvedOptions()
    .maximumFractionDigits ?? 2

/** Formats a number, or with a unit in `more` a measure. */
export function count(value: number, more: Intl.NumberFormatOptions = {}): string {
  return format(more, locale.value).format(value)
}

/** A time of day (ms since 1970) without seconds. */
export function clock(at: number): string {
  return new Date(at).toLocaleTimeString(intlLocale(), { timeStyle: 'short' })
}
