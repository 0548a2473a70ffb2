import all from 'virtual:all-texts'
import { type ReadonlySignal, signal } from '@preact/signals-react'
import rosetta from 'rosetta'
import { LOCALES, type Locale } from '../contract/locales.ts'
import { type TextPart, textFile } from './text-parts.ts'

/*
 * The loaded texts, and the language of the page. The build (vite/text-plugin.ts) puts the texts of the first
 * screens into index.html in all languages, and the other Turkish texts into the chunks that use them. Other
 * languages are in separate files, one per part of the app; a chunk waits for the texts of its part before it
 * runs. In development and in tests all texts are available from the start.
 */

/** Pause before texts that failed to load are requested again, ms. */
const RETRY_MS = 10_000

interface Table {
  [name: string]: string | Table
}
export type Tables = Partial<Record<Locale, Table>>
/** The texts of the first screens: groups of texts, by language. */
export type PageTexts = Partial<Record<Locale, Record<string, Record<string, string>>>>

declare global {
  interface Window {
    /** The texts of the first screens in all languages, from the page's first script. */
    reelcastTexts?: PageTexts
  }
}

// Tests that run in Node, and the build's prerendering, have no window.
const tables: Tables = { ...all, ...globalThis.window?.reelcastTexts }
const texts = rosetta(tables)
/** Increases with each addition, so that rendered components are rendered again. */
const additions = signal(0)
const localeSignal = signal<Locale>('tr')
const failedLocaleSignal = signal<Locale | undefined>(undefined)
const neededParts = new Set<TextPart>()
/** The language that the page has, or is switching to. */
let wanted: Locale = 'tr'
let retryTimer: ReturnType<typeof setTimeout> | undefined
const requests: Record<string, Promise<void>> = {}

/** The language of all rendered texts. */
export const locale: ReadonlySignal<Locale> = localeSignal

/**
 * A language whose texts could not be fetched. They are shown in another language until a later request
 * succeeds.
 */
export const failedLocale: ReadonlySignal<Locale | undefined> = failedLocaleSignal

/** A message with its parameters. Empty if it has not loaded; an object if the key names several messages. */
export function lookUp(key: string | (string | number)[], params: object, language: Locale): unknown {
  additions.value
  return texts.t(key, params, language)
}

function merge(into: Table, added: Table): void {
  for (const [name, value] of Object.entries(added)) {
    const known = into[name]
    // Two chunks may contribute to one group.
    if (typeof known === 'object') merge(known, value as Table)
    else into[name] = value
  }
}

/** Adds texts, by default Turkish ones. The build inserts a call into every chunk with texts. */
export function addTexts(added: Table, language: Locale = 'tr'): void {
  tables[language] ??= {}
  merge(tables[language], added)
  additions.value++
}

/** Fetches a part's texts once, with one retry. Undefined if the texts are in the code. */
export function fetchPart(language: Locale, part: TextPart): Promise<void> | undefined {
  const file = textFile(language, part)
  if (!file) return undefined
  const load = (address: string): Promise<{ default: Table }> => import(/* @vite-ignore */ address)
  // At another address, because some browsers do not fetch a failed module again.
  const again = () => load(`${file}?${Date.now()}`)
  requests[file] ??= load(file)
    .catch(again)
    .then(
      (module) => addTexts(module.default, language),
      (error: unknown) => {
        delete requests[file]
        throw error
      },
    )
  return requests[file]
}

/**
 * Reports that texts of a language failed to load, and requests them again after a pause, unless another
 * language is chosen.
 */
function retryLater(language: Locale): void {
  failedLocaleSignal.value = language
  clearTimeout(retryTimer)
  retryTimer = setTimeout(() => setLocale(language), RETRY_MS)
}

/**
 * Resolves once the texts of a part have loaded in the page's language. Also resolves if they cannot be
 * fetched: the Turkish texts in the code then take their place.
 */
export async function needTexts(part: TextPart): Promise<void> {
  neededParts.add(part)
  const language = wanted
  await fetchPart(language, part)?.catch(() => wanted === language && retryLater(language))
}

/**
 * Switches the language once the texts of all loaded parts have arrived. If they cannot be fetched, the page
 * keeps its language.
 */
export async function setLocale(next: Locale): Promise<void> {
  wanted = next
  clearTimeout(retryTimer)
  const loads = [...neededParts].flatMap((part) => fetchPart(next, part) ?? [])
  let isThere = true
  if (loads.length > 0)
    await Promise.all(loads).catch(() => {
      isThere = false
    })
  // Another language was chosen meanwhile.
  if (wanted !== next) return
  if (isThere) failedLocaleSignal.value = undefined
  else {
    wanted = localeSignal.peek()
    retryLater(next)
    // Parts that were first needed during the switch.
    neededParts.forEach(needTexts)
  }
  const html = document.documentElement
  html.lang = wanted
  html.dir = LOCALES[wanted].dir
  // Last, because the frame's state may set another direction after it.
  localeSignal.value = wanted
}

/** The texts of LATE_GROUPS (text-parts.ts), and the formats of the values in them. */
export const importLateTexts = () => import('./late-texts.ts')
