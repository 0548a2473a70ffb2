import { type ReadonlySignal, signal } from '@preact/signals-react'
import rosetta from 'rosetta'
import type tr from '../../locales/tr.json'
import first from '../../locales/tr.json?groups=app,failure,login,session'
import { LOCALES, type Locale, localesToOffer } from '../contract/locales.ts'
import type { Failure } from '../contract/result.ts'

export type { Locale }

type Leaves<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaves<T[K], `${P}${K}.`>
}[keyof T & string]
/** All message keys, as "group.name". */
export type MessageKey = Leaves<typeof tr>

/** Load all messages of a language. Turkish messages are part of the chunks that show them. */
const LOADERS: Readonly<Record<Exclude<Locale, 'tr'>, () => Promise<{ default: object }>>> = {
  en: () => import('../../locales/en.json'),
  ar: () => import('../../locales/ar.json'),
}
/* The first screen needs four groups of Turkish messages; other chunks add their own. */
const texts = rosetta<object>({ tr: first })
/** Marks a parameter that the server did not send. No message contains it. */
const MISSING = '\0'
/** Counts the added messages, so that texts on the page are rendered again. */
const tables = signal(0)
const localeSignal = signal<Locale>('tr')

/** The language of the page. */
export const locale: ReadonlySignal<Locale> = localeSignal

const offeredLocalesSignal = signal<readonly Locale[]>(['tr', 'en'])

/** The languages that the player may choose; empty if the operator permits no choice. */
export const offeredLocales: ReadonlySignal<readonly Locale[]> = offeredLocalesSignal

/** Sets `offeredLocales` by the settings of these names. */
export function setOfferedLocales(languageSelect: boolean, arabic: boolean): void {
  offeredLocalesSignal.value = localesToOffer(languageSelect, arabic)
}

export function addTexts(language: Locale, groups: object): void {
  texts.set(language, groups)
  tables.value++
}

let rest: Promise<void> | undefined

/**
 * Loads the messages of server codes, of the reasons for a session's end, and of unreadable settings. Without
 * them, failures show the server's own text.
 */
export function loadCodeTexts(): Promise<void> {
  rest ??= import('../../locales/tr.json?groups=code,ended,site').then(
    ({ default: groups }) => addTexts('tr', groups),
    () => {
      rest = undefined
    },
  )
  return rest
}

let requestedLocale: Locale = 'tr'

/**
 * Switches the language once its texts are there, unless another one was requested meanwhile. Rejects when they cannot be
 * fetched.
 */
export async function setLocale(next: Locale): Promise<void> {
  requestedLocale = next
  if (next !== 'tr' && !texts.table(next)) addTexts(next, (await LOADERS[next]()).default)
  if (requestedLocale !== next) return
  const html = document.documentElement
  html.lang = next
  html.dir = LOCALES[next].dir
  // Last: the frame's state may then override the direction.
  localeSignal.value = next
}

/**
 * A message in the page's language, with values for its {{placeholders}}. A component that calls it is
 * rendered again after a change of the language.
 */
export function t(key: MessageKey, params: Record<string, string | number> = {}): string {
  tables.value
  return texts.t(key, params, localeSignal.value) || texts.t(key, params, 'tr')
}

/** The plural form of a number in the page's language; "other" without a number. */
export const pluralForm = (count: number): string => new Intl.PluralRules(localeSignal.value).select(count)

/**
 * The message of a server's code, if there is one: in the plural form of its minutes or seconds, or in a form
 * whose placeholders all have values.
 */
export function codeText(code: number | undefined, params: Failure['params'] = {}): string | undefined {
  if (code === undefined) return undefined
  tables.value
  const values = new Proxy(params, { get: (given, name: string) => `${given[name] ?? ''}` || MISSING })
  const plural = pluralForm(Number(params.block_time ?? params.seconds))
  for (const form of [[plural], ['other'], ['part'], ['plain'], []]) {
    const text: unknown = texts.t(['code', code, ...form], values, localeSignal.value)
    if (text && typeof text === 'string' && !text.includes(MISSING)) return text
  }
  return undefined
}

/** The text of a failure: the message of its code, else the server's text, else the text of its category. */
export function failureText(failure: Failure): string {
  const text = codeText(failure.code, failure.params) ?? failure.message
  return text || t(`failure.${failure.category}`)
}
