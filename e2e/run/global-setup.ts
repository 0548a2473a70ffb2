import { rmSync } from 'node:fs'
import { startPlatform } from '../fixtures/platform.ts'

/**
 * Initializes the embedded database and the demo players once. Every platform of the run starts with a copy of that
 * folder: initdb, the migrations and the password hashes are most of a first start.
 */
export default async function initializeData(): Promise<() => void> {
  const platform = await startPlatform()
  await platform.stop()
  process.env.E2E_DATA_TEMPLATE = platform.dataDir
  return () => rmSync(platform.dataDir, { recursive: true, force: true })
}
