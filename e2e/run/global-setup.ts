import { rmSync } from 'node:fs'
import { FRAME_RATE, startPlatform } from '../fixtures/platform.ts'

/**
 * Initializes the embedded database and the demo players once. Every platform of the run starts with a copy of that
 * folder: initdb, the migrations and the password hashes are most of a first start.
 */
export default async function initializeData(): Promise<() => void> {
  // Half the frames: the cores that draw and encode them also run the browsers. The full rate is measured by the bench.
  process.env.VIDEO_FRAME_RATE = String(FRAME_RATE)
  const platform = await startPlatform()
  await platform.stop()
  process.env.E2E_DATA_TEMPLATE = platform.dataDir
  return () => rmSync(platform.dataDir, { recursive: true, force: true })
}
