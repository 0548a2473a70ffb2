import all from 'virtual:all-texts'
import { type ReadonlySignal, signal } from '@preact/signals-react'
import rosetta from 'rosetta'
import { LOCALES, type Locale } from '../contract/locales.ts'

/*
 * The texts that are there, and the language of the page. The build (vite/texts.ts) puts the Turkish texts
 * into the chunks whose code shows them. Those of another language are files beside the code, one for each
 * part of the app; a chunk waits for its part before it runs. In development and in tests all texts are there
 * from the start.
 */

/**
 * The parts of the app that have texts of their own: the login, a player's first pages, and all that comes
 * later.
 */
export type TextPart = 'login' | 'player' | 'rest'

/** Pause before texts that failed to load are requested again, ms. */
const RETRY_MS = 10_000

interface Table {
  [name: string]: string | Table
}
export type Tables = Partial<Record<Locale, Table>>

/** The files of the languages other than Turkish, by part. */
export type TextFiles = Partial<Record<Locale, Partial<Record<TextPart, string>>>>

declare global {
  interface Window {
    /** The files of the texts, from the page's first script. */
    reelcastTexts?: TextFiles
  }
}

const files: TextFiles = Reflect.get(globalThis, 'reelcastTexts') ?? {}
const tables: Tables = { ...all }
const texts = rosetta(tables)
/** Grows with each addition, so that what is on the page already is drawn again. */
const additions = signal(0)
const localeSignal = signal<Locale>('tr')
const failedLocaleSignal = signal<Locale | undefined>(undefined)
const neededParts = new Set<TextPart>(['login'])
/** The language that the page has or is to have next. */
let wanted: Locale = 'tr'
let requestCount = 0
let retryTimer: ReturnType<typeof setTimeout> | undefined
const requests = new Map<string, Promise<void>>()

/** The language of everything on the page. */
export const locale: ReadonlySignal<Locale> = localeSignal

/**
 * A language of which texts could not be fetched: they are shown in another one until a later request
 * succeeds.
 */
export const failedLocale: ReadonlySignal<Locale | undefined> = failedLocaleSignal

/** A message with its parameters; empty when it is not there, an object when the key names several. */
export function lookUp(key: string | (string | number)[], params: object, language: Locale): unknown {
  additions.value
  return texts.t(key, params, language)
}

function merge(into: Table, added: Table): void {
  for (const [name, value] of Object.entries(added)) {
    const known = into[name]
    if (typeof value === 'object' && typeof known === 'object') merge(known, value)
    else into[name] = value
  }
}

/** Adds texts, by default Turkish ones. The build calls it in every chunk that has some. */
export function addTexts(added: Table, language: Locale = 'tr'): void {
  tables[language] ??= {}
  merge(tables[language], added)
  additions.value++
}

/**
 * Fetches a part's texts once, a second time where the first request fails; undefined where they are in the
 * code.
 */
function fetchPart(language: Locale, part: TextPart): Promise<void> | undefined {
  const file = files[language]?.[part]
  if (!file) return undefined
  // With another address: not every browser fetches a failed module again.
  const again = () => import(/* @vite-ignore */ `${file}?${++requestCount}`)
  const request =
    requests.get(file) ??
    import(/* @vite-ignore */ file).catch(again).then(
      (module: { default: Table }) => addTexts(module.default, language),
      (error: unknown) => {
        requests.delete(file)
        throw error
      },
    )
  requests.set(file, request)
  return request
}

/** Fetches texts in a language that the page may not have. Resolves also when they do not come. */
export async function preloadTexts(language: Locale, part: TextPart): Promise<void> {
  await fetchPart(language, part)?.catch(() => {})
}

/**
 * Says that texts of a language did not come, and requests them again after a pause, unless another one is
 * chosen.
 */
function retryLater(language: Locale): void {
  failedLocaleSignal.value = language
  clearTimeout(retryTimer)
  retryTimer = setTimeout(() => setLocale(language), RETRY_MS)
}

/**
 * Resolves when the texts of a part are there in the page's language. Where they cannot be fetched it
 * resolves as well: the Turkish ones, which are in the code, take their place.
 */
export async function needTexts(part: TextPart): Promise<void> {
  neededParts.add(part)
  const language = wanted
  await fetchPart(language, part)?.catch(() => retryLater(language))
}

/**
 * Switches the language once the texts of all that is loaded are there. While they cannot be fetched, the
 * page keeps its language.
 */
export async function setLocale(next: Locale): Promise<void> {
  wanted = next
  clearTimeout(retryTimer)
  const loads = [...neededParts].flatMap((part) => fetchPart(next, part) ?? [])
  const isThere =
    loads.length === 0 ||
    (await Promise.all(loads).then(
      () => true,
      () => false,
    ))
  // Another language was chosen meanwhile.
  if (wanted !== next) return
  if (isThere) failedLocaleSignal.value = undefined
  else {
    wanted = localeSignal.peek()
    retryLater(next)
  }
  const html = document.documentElement
  html.lang = wanted
  html.dir = LOCALES[wanted].dir
  // Last: the frame's state may set another direction after it.
  localeSignal.value = wanted
}
