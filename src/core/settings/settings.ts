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
/** Settings.json as fetched. It is not validated, so it never leaves this file. */
const rawSettings = signal<unknown>(undefined)

/** The settings that the first screen needs; the defaults until Settings.json has been read. */
export const settings: ReadonlySignal<Settings> = settingsSignal

/** Whether Settings.json has been read. */
export const settingsLoaded: ReadonlySignal<boolean> = computed(() => Boolean(rawSettings.value))

/** The names of the keys in Settings.json, known or not. */
export const settingsKeys: ReadonlySignal<readonly string[]> = computed(() =>
  Object.keys(asRecord(rawSettings.value)),
)

/**
 * A section of Settings.json, which is parsed when it is first read. An invalid value falls back to its
 * default, with one console warning. The defaults apply until Settings.json has been read.
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

/** Loads the operator's settings. Never rejects: on failure the defaults apply. */
export async function loadSettings(): Promise<void> {
  try {
    const early = window.reelcastSettings
    // A response can be read only once, so a retry requests the file again.
    delete window.reelcastSettings
    const raw = await readJsonFile('/Settings.json', early)
    const read = readSettings(raw)
    if (read.bad.length > 0) warn(`the defaults hold for ${read.bad.join(', ')}`)
    const { layoutStyle, headerBarHide, extras } = read.settings
    // The player's own layout (extras), which features/frame/state.ts stores.
    const layout =
      (extras && /^layout[123]$/.exec(stored('local', 'reelcast.layout') ?? '')?.[0]) || layoutStyle
    if (layout !== 'layout1' || headerBarHide) await import('../../ui/layout-variants.css').catch(() => {})
    rawSettings.value = raw
    settingsSignal.value = read.settings
    setCurrency(read.settings.currency)
    // Before the first drawing: features/frame/Frame.css reserves the navbar's room by these.
    Object.assign(document.documentElement.dataset, {
      layout,
      folded: stored('local', 'reelcast.folded') ?? read.settings.navbarFolded,
    })
    setExtrasEnabled(extras)
    // With a country check the page's first script shows the splash at the next start, not the login.
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
