import type { Locale } from '../../i18n/index.ts'

/** A country in the words of a language: its two letters become its name, anything else stays as it was given. */
export function countryName(country: string, locale: Locale): string {
  if (!/^[a-z]{2}$/i.test(country)) return country
  try {
    return new Intl.DisplayNames([locale], { type: 'region' }).of(country.toUpperCase()) ?? country
  } catch {
    return country
  }
}
