import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import {
  asRecord,
  readKeys,
  readSettings,
  type SectionDefaults,
  type SectionSchemas,
  type SectionValues,
  type Settings,
} from '../../contract/settings.ts'
import { setCurrency } from '../../i18n/format.ts'
import { readJsonFile } from '../../net/json-file.ts'
import { read as stored, write } from '../storage/storage.ts'
import { setExtrasEnabled } from './extras.ts'

const settingsSignal = signal<Settings>(readSettings(undefined).settings)
/** Settings.json as it was fetched. Unchecked, so it never leaves this file. */
const rawSettings = signal<unknown>(undefined)

/** The operator's settings that the first screens need; the defaults until Settings.json has been read. */
export const settings: ReadonlySignal<Settings> = settingsSignal

/** Whether Settings.json has been read. */
export const settingsLoaded: ReadonlySignal<boolean> = computed(() => Boolean(rawSettings.value))

/** The names of the keys in Settings.json, known or not. */
export const settingsKeys: ReadonlySignal<readonly string[]> = computed(() =>
  Object.keys(asRecord(rawSettings.value)),
)

/**
 * A section of Settings.json, parsed against its schemas when it is first read. Each wrong value falls back to its
 * default, with one console warning. The defaults hold until Settings.json has been read.
 */
export function settingsSection<T extends SectionSchemas>(
  schemas: T,
  defaults: SectionDefaults<T>,
): ReadonlySignal<SectionValues<T>> {
  return computed(() => {
    const { read, bad } = readKeys(schemas, defaults, rawSettings.value)
    if (bad.length > 0) warn(`the defaults hold for ${bad.join(', ')}`)
    return read
  })
}

/** Reads the operator's settings. Resolves when they are in force; never fails: the defaults hold instead. */
export async function loadSettings(): Promise<void> {
  try {
    const early = Reflect.get(window, 'reelcastSettings')
    // An answer can be read once: a retry asks anew.
    Reflect.deleteProperty(window, 'reelcastSettings')
    const raw = await readJsonFile('/Settings.json', early)
    const read = readSettings(raw)
    if (read.bad.length > 0) warn(`the defaults hold for ${read.bad.join(', ')}`)
    const { layoutStyle, headerBarHide, extras } = read.settings
    // A player's own (extras): features/frame/state.ts keeps it.
    const layout =
      (extras && /^layout[123]$/.exec(stored('local', 'reelcast.layout') ?? '')?.[0]) || layoutStyle
    if (layout !== 'layout1' || headerBarHide) await import('../../ui/layout-variants.css').catch(() => {})
    rawSettings.value = raw
    settingsSignal.value = read.settings
    setCurrency(read.settings.currency)
    // Before anything is drawn: the room of the navbar is kept by these (features/frame/Frame.css).
    Object.assign(document.documentElement.dataset, {
      layout,
      folded: stored('local', 'reelcast.folded') ?? read.settings.navbarFolded,
    })
    setExtrasEnabled(extras)
    // Where there is a check the next visit begins with the splash, by index.html.
    write('local', 'reelcast.gated', read.settings.countryCheck ? '1' : undefined)
  } catch (reason) {
    warn(`not loaded, the defaults hold (${reason instanceof Error ? reason.message : reason})`)
  }
}

/** Warns the operator in the console. */
export function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for a console warning
  console.warn(`Settings.json: ${text}`)
}
