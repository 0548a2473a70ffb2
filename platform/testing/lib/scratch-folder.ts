import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

const folders: string[] = []
// The import comes before the hooks of the test file, so this runs after those, which end its processes.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** For tests: an empty folder, or `folder`, which is removed after the last test of the file. */
export function scratchFolder(folder = mkdtempSync(join(tmpdir(), 'reelcast-test-'))): string {
  folders.push(folder)
  return folder
}
