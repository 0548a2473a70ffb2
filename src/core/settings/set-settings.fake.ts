import { vi } from 'vitest'
import { loadSettings } from './settings.ts'

/** Reads a Settings.json with these keys. `fetch` is then again what it was before. */
export async function setSettings(file: object = {}): Promise<void> {
  const before = globalThis.fetch
  vi.stubGlobal('fetch', async () => Response.json(file))
  await loadSettings()
  vi.stubGlobal('fetch', before)
}
