import { settings } from '../settings.ts'
import { locale } from './index.ts'

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

/** An amount in cents as the operator's currency is written in the player's language. The one place that divides. */
export function money(cents: number): string {
  const { currency } = settings.value
  return format(currency, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    cents / 100,
  )
}

/** A count. */
export function count(value: number): string {
  return format('count', {}).format(value)
}
