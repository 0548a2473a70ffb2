import { MAX_AMOUNT } from '../../../contract/money.ts'
import { plainSigns } from '../../../i18n/plain-signs.ts'

const AMOUNT = /^(\d+|[1-9]\d{0,2}([.,\s])\d{3}(?:\2\d{3})*)(?:[.,](\d{1,2}))?$/

/**
 * Parses an amount in major units to cents: 500, 10.000, 1.234,50, 1,234.5. A point or comma before three
 * digits is a group separator, before one or two digits the decimal separator; the Arabic separators work
 * too. Undefined for invalid text, such as 0.500, which no grouping begins with, for zero, above MAX_AMOUNT,
 * and for more decimals than `digits`, those of the currency.
 */
export function parseAmount(text: string, digits: number): number | undefined {
  const [, major, , minor = ''] =
    AMOUNT.exec(plainSigns(text).replace(/٬/g, ',').replace(/٫/g, '.').trim()) ?? []
  if (major === undefined || minor.length > digits) return undefined
  const cents = Number(major.replace(/\D/g, '')) * 100 + Number(minor.padEnd(2, '0'))
  return cents > 0 && cents <= MAX_AMOUNT ? cents : undefined
}

/** Formats cents for the input: no grouping, and no fraction for whole amounts. */
export function formatAmount(cents: number, decimal: ',' | '.'): string {
  const minor = cents % 100
  return `${Math.floor(cents / 100)}${minor ? `${decimal}${String(minor).padStart(2, '0')}` : ''}`
}
