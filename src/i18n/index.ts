import { type ReadonlySignal, signal } from '@preact/signals-react'
import rosetta from 'rosetta'
import type tr from '../../locales/tr.json'
import first from '../../locales/tr.json?groups=app,failure,login,session'
import type { Failure } from '../contract/result.ts'

/** The languages there are. Arabic is chosen on the login alone, where the operator allows it. */
export const LOCALES = ['tr', 'en', 'ar'] as const
export type Locale = (typeof LOCALES)[number]

type Leaves<T, P extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${P}${K}` : Leaves<T[K], `${P}${K}.`>
}[keyof T & string]
/** Every message, as "group.name". */
export type MessageKey = Leaves<typeof tr>

/** Turkish comes with what needs it; the others whole. */
const TABLES = { en: () => import('../../locales/en.json'), ar: () => import('../../locales/ar.json') }
/* The first screen needs four groups of Turkish; the rest comes with what needs it. */
const texts = rosetta<object>({ tr: first })
/** Grows with each table, so that what is on the page already is written anew. */
const tables = signal(0)
const chosen = signal<Locale>('tr')

/** The language of everything on the page. */
export const locale: ReadonlySignal<Locale> = chosen

const offered = signal<readonly Locale[]>(['tr', 'en'])

/** What the player may choose from; empty when the operator leaves no choice. */
export const offeredLocales: ReadonlySignal<readonly Locale[]> = offered

/** The operator's word on `offeredLocales`. */
export function offerLanguages(choice: boolean, arabic: boolean): void {
  offered.value = choice ? LOCALES.filter((code) => arabic || code !== 'ar') : []
}

/** Adds groups of messages to a language. */
export function addTexts(language: Locale, groups: object): void {
  texts.set(language, groups)
  tables.value++
}

let rest: Promise<void> | undefined

/**
 * Fetches the messages of the servers' codes and of why a session ended. Until they are there, failures show the
 * server's own text.
 */
export function loadRest(): Promise<void> {
  rest ??= import('../../locales/tr.json?groups=code,ended').then(
    ({ default: groups }) => addTexts('tr', groups),
    () => {
      rest = undefined
    },
  )
  return rest
}

/** Switches the language once its texts are there. Rejects when they cannot be fetched. */
export async function setLocale(next: Locale): Promise<void> {
  if (next !== 'tr' && !texts.table(next)) addTexts(next, (await TABLES[next]()).default)
  const html = document.documentElement
  html.lang = next
  html.dir = next === 'ar' ? 'rtl' : 'ltr'
  // Last: who wants another direction (shell/frame-state.ts) has the last word.
  chosen.value = next
}

/** A message in the player's language, with values for its {{placeholders}}. A component that shows it follows it. */
export function t(key: MessageKey, params: Record<string, string | number> = {}): string {
  tables.value
  return texts.t(key, params, chosen.value) || texts.t(key, params, 'tr')
}

/** The message of a server's code, when the catalogue has one. */
export function codeText(code: number | undefined, params: Failure['params'] = {}): string | undefined {
  if (code === undefined) return undefined
  tables.value
  return texts.t(['code', code], params, chosen.value) || undefined
}

/** What to tell the player: the code's translation, else the server's own text, else what kind of failure it is. */
export function failureText(failure: Failure): string {
  const said = codeText(failure.code, failure.params) ?? failure.message
  return said || t(`failure.${failure.category}`)
}
