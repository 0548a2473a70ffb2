import { type ReadonlySignal, signal } from '@preact/signals-react'
import rosetta from 'rosetta'
import type tr from '../../locales/tr.json'
import first from '../../locales/tr.json?groups=app,failure,login,session'
import { LOCALE_CODES, LOCALES, type Locale } from '../contract/locales.ts'
import type { Failure } from '../contract/result.ts'

export type { Locale }

type Leaves<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaves<T[K], `${P}${K}.`>
}[keyof T & string]
/** Every message, as "group.name". */
export type MessageKey = Leaves<typeof tr>

/** Fetch a language's messages, whole. Turkish ones come with the chunks that show them. */
const LOADERS: Readonly<Record<Exclude<Locale, 'tr'>, () => Promise<{ default: object }>>> = {
  en: () => import('../../locales/en.json'),
  ar: () => import('../../locales/ar.json'),
}
/* The first screen needs four groups of Turkish; the rest comes with what needs it. */
const texts = rosetta<object>({ tr: first })
/** Stands for a value that a server did not send. No text holds it. */
const MISSING = '\0'
/** Grows with each table, so that what is on the page already is written anew. */
const tables = signal(0)
const localeSignal = signal<Locale>('tr')

/** The language of everything on the page. */
export const locale: ReadonlySignal<Locale> = localeSignal

const offeredLocalesSignal = signal<readonly Locale[]>(['tr', 'en'])

/** What the player may choose from; empty when the operator leaves no choice. */
export const offeredLocales: ReadonlySignal<readonly Locale[]> = offeredLocalesSignal

/** Whether the operator's settings allow a language; `arabic` is the setting. */
export const isAllowed = (code: Locale, arabic: boolean): boolean => arabic || !LOCALES[code].optIn

/** Sets `offeredLocales` by the operator's settings. */
export function setOfferedLocales(choice: boolean, arabic: boolean): void {
  offeredLocalesSignal.value = choice ? LOCALE_CODES.filter((code) => isAllowed(code, arabic)) : []
}

/** Adds groups of messages to a language. */
export function addTexts(language: Locale, groups: object): void {
  texts.set(language, groups)
  tables.value++
}

let rest: Promise<void> | undefined

/**
 * Fetches the messages of the servers' codes, of why a session ended, and of settings that are not there. Until they are there, failures show the
 * server's own text.
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

/** Switches the language once its texts are there. Rejects when they cannot be fetched. */
export async function setLocale(next: Locale): Promise<void> {
  if (next !== 'tr' && !texts.table(next)) addTexts(next, (await LOADERS[next]()).default)
  const html = document.documentElement
  html.lang = next
  html.dir = LOCALES[next].dir
  // Last: the frame's state may set another direction after it.
  localeSignal.value = next
}

/** A message in the player's language, with values for its {{placeholders}}. A component that shows it follows it. */
export function t(key: MessageKey, params: Record<string, string | number> = {}): string {
  tables.value
  return texts.t(key, params, localeSignal.value) || texts.t(key, params, 'tr')
}

/** The name of a count's plural form in the player's language; "other" without one. */
export const pluralForm = (count: number): string => new Intl.PluralRules(localeSignal.value).select(count)

/**
 * The message of a server's code, when the catalogue has one: in the plural form of its minutes or seconds, or in the
 * form that has no more placeholders than there are values.
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

/** What to tell the player: the code's translation, else the server's own text, else what kind of failure it is. */
export function failureText(failure: Failure): string {
  const text = codeText(failure.code, failure.params) ?? failure.message
  return text || t(`failure.${failure.category}`)
}
