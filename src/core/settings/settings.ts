import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import {
  readKeys,
  readSettings,
  type SectionDefaults,
  type SectionSchemas,
  type SectionValues,
  type Settings,
} from '../../contract/settings.ts'
import { setCurrency } from '../../i18n/format.ts'
import { readSettingsFile } from '../../net/settings-file.ts'
import { read as stored, write } from '../storage/storage.ts'
import { setExtrasEnabled } from './extras.ts'
import { loadLayoutVariants } from './late.ts'
import { readLastGood } from './read-last-good.ts'

const settingsSignal = signal<Settings>(readSettings(undefined).settings)
const rawSettings = signal<Readonly<Record<string, unknown>> | undefined>(undefined)

/** The settings that the first screen needs; the defaults until Settings.json has been read. */
export const settings: ReadonlySignal<Settings> = settingsSignal

/** Whether Settings.json has been read. */
export const settingsLoaded: ReadonlySignal<boolean> = computed(() => Boolean(rawSettings.value))

/** Settings.json as fetched, not validated: for core/settings/ only. */
export const settingsFile: ReadonlySignal<Readonly<Record<string, unknown>> | undefined> = rawSettings

/**
 * A section of Settings.json, which is parsed when it is first read. An invalid value falls back to the last
 * good one on this device, else to its default, with one console warning. The defaults apply until
 * Settings.json has been read.
 */
export function settingsSection<T extends SectionSchemas>(
  schemas: T,
  defaults: SectionDefaults<T>,
): ReadonlySignal<SectionValues<T>> {
  return computed(() => {
    const { read, bad } = readKeys(schemas, defaults, rawSettings.value, readLastGood())
    warnOf('invalid', bad)
    return read
  })
}

/**
 * Loads the operator's settings. Never rejects: on failure the last good values of this device apply, so that
 * no protection is switched off, and on a new device the defaults.
 */
export async function loadSettings(): Promise<void> {
  const early = window.reelcastSettings
  // A response can be read only once, so a retry requests the file again.
  delete window.reelcastSettings
  const last = readLastGood()
  const raw = await readSettingsFile(early).catch((reason) => {
    warn(`not loaded (${reason})`)
    return last
  })
  if (!raw) return
  const read = readSettings(raw, last)
  warnOf('invalid', read.bad)
  const { layoutStyle, headerBarHide, extras } = read.settings
  // The player's own layout (extras), which features/frame/state.ts stores.
  const layout =
    (extras && /^layout[123]$/.exec(stored('local', 'reelcast.layout') ?? '')?.[0]) || layoutStyle
  if (layout !== 'layout1' || headerBarHide) await loadLayoutVariants()
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
}

/** Warns the operator in the console. */
export function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for a console warning
  console.warn(`Settings.json: ${text}`)
}

/** Warns of keys, if there are any. */
export function warnOf(fault: 'invalid' | 'unknown', keys: readonly string[]): void {
  if (keys.length > 0) warn(`${fault}: ${keys.join(', ')}`)
}
