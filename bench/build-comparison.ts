import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compressFolder } from '../platform/lib/compress.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The folder of the built app. */
export const DIST = at('../dist')

/** Builds the comparison pages, compressed like the app, and returns their folder. */
export async function buildComparison(): Promise<string> {
  const folder = at('../.cache/compare')
  await build({ configFile: at('compare/vite.config.ts'), logLevel: 'error' })
  await compressFolder(folder)
  return folder
}
