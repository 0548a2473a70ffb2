import { readFile } from 'node:fs/promises'
import { readSettings } from '../../src/contract/settings.ts'
import type { Config } from './config.ts'

/** The currency of the operator's Settings.json, an ISO 4217 code; empty if the file cannot be read. */
export async function readCurrency({ settingsFile = '' }: Pick<Config, 'settingsFile'>): Promise<string> {
  try {
    return readSettings(JSON.parse(await readFile(settingsFile, 'utf8'))).settings.currency
  } catch {
    return ''
  }
}
