import { readFile } from 'node:fs/promises'

/**
 * The app's Settings.json as it is now, so that app and platform never disagree; undefined where it is missing or no
 * JSON: then the defaults hold, as in the app.
 */
export async function readSettingsFile(file: string | undefined): Promise<unknown> {
  if (file === undefined) return undefined
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return undefined
  }
}
