import { readFile } from 'node:fs/promises'
import { readKeys } from '../../src/contract/settings.ts'
import { PLAY_DEFAULTS, PLAY_SETTINGS } from '../../src/contract/settings-play.ts'

/**
 * Reads the app's Settings.json at each call, so that app and platform never disagree. Undefined if it is
 * missing or no JSON; then the defaults apply, as in the app.
 */
export async function readSettingsFile(file: string | undefined): Promise<unknown> {
  if (file === undefined) return undefined
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Whether the app sends quality reports. */
export const hasQualityReports = (settings: unknown): boolean =>
  readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, settings).read.qualityReports

/** `minSpinCycle` of Settings.json, in ms. */
export const minSpinCycleMs = (settings: unknown): number =>
  readKeys(PLAY_SETTINGS, PLAY_DEFAULTS, settings).read.minSpinCycle * 1000
