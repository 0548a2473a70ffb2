import { vi } from 'vitest'
import { loadSettings } from './settings.ts'

/** Reads a Settings.json with these keys. */
export async function setSettings(file: object = {}): Promise<void> {
  vi.stubGlobal('fetch', async () => Response.json(file))
  await loadSettings()
}
