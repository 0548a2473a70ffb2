import { rmSync } from 'node:fs'
import { bundlePlatform } from '../../platform/testing/bundle.ts'
import { FRAME_RATE, PLATFORM_MAIN, startPlatform } from '../fixtures/platform.ts'

/**
 * Initializes the embedded database and the demo players once. Every platform of the run starts with a copy
 * of that folder, because initdb, the migrations and the password hashes take most of a first start.
 */
export default async function initializeData(): Promise<() => void> {
  // A third of the frame rate: the cores that render and encode also run the browsers. The bench measures the
  // full rate.
  process.env.VIDEO_FRAME_RATE = String(FRAME_RATE)
  const removeBundle = await bundlePlatform(PLATFORM_MAIN)
  const platform = await startPlatform()
  await platform.stop()
  process.env.E2E_DATA_TEMPLATE = platform.dataDir
  return () => {
    rmSync(platform.dataDir, { recursive: true, force: true })
    removeBundle()
  }
}
