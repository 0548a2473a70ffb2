import { intlLocale, type Locale } from '../../i18n/index.ts'

/** An age in ms as relative time in a language: 12 sec. ago, 3 min. ago. */
export function formatAge(ms: number, language: Locale): string {
  const ago = Math.max(0, Math.floor(ms / 1000))
  const format = new Intl.RelativeTimeFormat(intlLocale(language), { style: 'short' })
  if (ago < 90) return format.format(-ago, 'second')
  return ago < 5400
    ? format.format(-Math.round(ago / 60), 'minute')
    : format.format(-Math.round(ago / 3600), 'hour')
}
