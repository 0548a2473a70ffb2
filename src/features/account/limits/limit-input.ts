import type { LimitKind } from '../../../contract/limits.ts'
import { plainSigns } from '../../../i18n/plain-signs.ts'

const DAY_MINUTES = 24 * 60
const WHOLE = /^(\d{1,9}|[1-9]\d{0,2}([.,٬\s])\d{3}(\2\d{3})?)$/

export const isTime = (kind: LimitKind) => kind === 'time-day'

/**
 * Reads a new limit: whole units of the currency, as cents, or minutes. Undefined for invalid text, for zero,
 * and for more minutes than a day has.
 */
export function parseLimit(kind: LimitKind, text: string): number | undefined {
  const typed = plainSigns(text).trim()
  if (!WHOLE.test(typed)) return undefined
  const digits = typed.replace(/\D/g, '')
  const value = Number(isTime(kind) ? digits : `${digits}00`)
  return value > 0 && (!isTime(kind) || value <= DAY_MINUTES) ? value : undefined
}

/** Whether a new limit applies at once. Null is no limit. */
export const isStricter = (next: number, current: number | null | undefined) =>
  typeof current !== 'number' || next <= current
