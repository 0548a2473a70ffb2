import { type ReadonlySignal, signal } from '@preact/signals-react'
import type tr from '../../locales/tr.json'
import type { Locale } from '../contract/locales.ts'
import type { Failure } from '../contract/result.ts'
import { importLateTexts, locale, lookUp } from './texts.ts'

export { failedLocale, locale, setLocale } from './texts.ts'
export type { Locale }

type Leaves<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaves<T[K], `${P}${K}.`>
}[keyof T & string]
/**
 * All message keys, as "group.name". A key in the code starts with its group, so that the build finds its
 * texts.
 */
export type MessageKey = Leaves<typeof tr>

/** Marks a parameter that the server did not send. No message contains it. */
const MISSING = '\0'

/** A language for Intl, with the digits 0 to 9: older engines default to Arabic-Indic digits in Arabic. */
export const intlLocale = (language: Locale = locale.value): string => `${language}-u-nu-latn`

const offeredLocalesSignal = signal<readonly Locale[]>(['tr', 'en'])

/** The languages that the player may choose; empty if the operator permits no choice. */
export const offeredLocales: ReadonlySignal<readonly Locale[]> = offeredLocalesSignal

export function setOfferedLocales(offers: readonly Locale[]): void {
  offeredLocalesSignal.value = offers
}

let lateTexts: Promise<void> | undefined

/**
 * Loads the messages of server codes, and of a session that ended or could not start. Without them, failures
 * show the server's own text.
 */
export function loadCodeTexts(): Promise<void> {
  lateTexts ??= importLateTexts().then(
    () => {},
    () => {
      lateTexts = undefined
    },
  )
  return lateTexts
}

/**
 * A message in a language, by default the page's, with values for its {{placeholders}}. In Turkish until the
 * texts of that language have loaded. A component that calls it is rendered again after a change.
 */
export function t(
  key: MessageKey,
  params: Record<string, string | number> = {},
  language: Locale = locale.value,
): string {
  return String(lookUp(key, params, language) || lookUp(key, params, 'tr'))
}

/** The plural form of a number in the page's language; "other" without a number. */
export const pluralForm = (count: number): string => new Intl.PluralRules(intlLocale()).select(count)

/** How the values of a name are shown in the messages of codes, as far as late-texts.ts has set it. */
export const paramFormats: Record<string, (value: string | number) => string> = {}

/**
 * The message of a server's code, if there is one: in the plural form of its minutes or seconds, or in a form
 * whose placeholders all have values.
 */
export function codeText(code: number | undefined, params: Failure['params'] = {}): string | undefined {
  if (code === undefined) return undefined
  const values = new Proxy(params, {
    get: (given, name: string) => (paramFormats[name] ?? String)(given[name] ?? '') || MISSING,
  })
  const plural = pluralForm(Number(params.block_time ?? params.seconds))
  for (const language of [locale.value, 'tr'] as const)
    for (const form of [[plural], ['other'], ['part'], ['plain'], []]) {
      const text = lookUp(['code', code, ...form], values, language)
      if (text && typeof text === 'string' && !text.includes(MISSING)) return text
    }
  return undefined
}

/** The text of a failure: the message of its code, else the server's text, else the text of its category. */
export function failureText(failure: Failure): string {
  const text = codeText(failure.code, failure.params) ?? failure.message
  return text || t(`failure.${failure.category}`)
}
