import { SETTINGS } from '../contract/settings.ts'

/** Whether it is a file of settings. Only one without a key of the first screen loads the list of keys. */
const isSettings = async (file: unknown): Promise<boolean> =>
  Object.keys(Object(file)).some((key) => key in SETTINGS) ||
  (await import('../contract/settings-file.ts')).isSettingsFile(file)

/**
 * Reads Settings.json, from the first script's `early` response if there is one. Throws if none arrives
 * within 10 s. A captive portal's page and a server's error with status 200 count as no answer.
 */
export async function readSettingsFile(early?: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await (early ?? fetch('/Settings.json', { signal: AbortSignal.timeout(10_000) }))
  const file = response.ok && (await response.json().catch(() => 0))
  if (await isSettings(file)) return file
  // The early request has no credentials, which a proxy in front of the app may require.
  if (early) return readSettingsFile()
  throw new Error(`no settings, HTTP ${response.status}`)
}
