import { type ReadonlySignal, signal } from '@preact/signals-react'
import { allowExtras } from './access/state.ts'
import { readSettings, type Settings } from './contract/settings.ts'
import { readJsonFile } from './net/file.ts'
import { write } from './storage.ts'

const current = signal<Settings>(readSettings(undefined).settings)

/** The operator's settings; the defaults until Settings.json has been read. */
export const settings: ReadonlySignal<Settings> = current

/** Reads the operator's settings. Resolves when they are in force; never fails: the defaults hold instead. */
export async function loadSettings(): Promise<void> {
  try {
    const read = readSettings(await readJsonFile('/Settings.json'))
    if (read.bad.length > 0) warn(`the defaults hold for ${read.bad.join(', ')}`)
    if (read.unknown.length > 0) warn(`unknown: ${read.unknown.join(', ')}`)
    current.value = read.settings
    allowExtras(read.settings.extras)
    // Where there is a check the next visit begins with the splash, by index.html.
    write('local', 'reelcast.gated', read.settings.countryCheck ? '1' : undefined)
  } catch (reason) {
    warn(`not loaded, the defaults hold (${reason instanceof Error ? reason.message : reason})`)
  }
}

function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: the specification asks for a console warning
  console.warn(`Settings.json: ${text}`)
}
