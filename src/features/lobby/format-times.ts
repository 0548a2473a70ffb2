import { clockDuration } from '../../i18n/clock-duration.ts'
import { intlLocale, type Locale } from '../../i18n/index.ts'

/** The remaining time as 4:05 or 1:04:05; undefined after the end, above a day, and for an invalid time. */
export function formatCountdown(until: string, now: number): string | undefined {
  const left = Math.ceil((Date.parse(until) - now) / 1000)
  return left > 0 && left <= 86_400 ? clockDuration(left) : undefined
}

/** An age in ms as relative time in a language: 12 sec. ago, 3 min. ago. */
export function formatAge(ms: number, language: Locale): string {
  const ago = Math.max(0, Math.floor(ms / 1000))
  const format = new Intl.RelativeTimeFormat(intlLocale(language), { style: 'short' })
  if (ago < 90) return format.format(-ago, 'second')
  return ago < 5400
    ? format.format(-Math.round(ago / 60), 'minute')
    : format.format(-Math.round(ago / 3600), 'hour')
}
