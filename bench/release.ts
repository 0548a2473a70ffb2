import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import type { startPlatform } from '../e2e/fixtures/platform.ts'

/** The release that first loads are compared with: the last commit before work on the next release began. */
export const RELEASE = { version: '2.3.4', commit: 'db9798f9d8c2235c51d7756116779aa5fd24d243' } as const

const root = fileURLToPath(new URL('..', import.meta.url))
const Package = v.object({ dependencies: v.record(v.string(), v.string()) })

const dependenciesOf = (folder: string) =>
  v.parse(Package, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).dependencies

/** Whether all packages that the release needs are installed here in the same version. */
function hasDependencies(folder: string): boolean {
  const installed = dependenciesOf(root)
  return Object.entries(dependenciesOf(folder)).every(([name, version]) => installed[name] === version)
}

/**
 * Checks RELEASE out into .cache and builds it there, once. Installs packages of its own if any that it needs
 * is not installed here. Throws if the commit is missing, as in a shallow clone.
 */
export function buildRelease(): string {
  const folder = join(root, '.cache', `release-${RELEASE.commit.slice(0, 12)}`)
  if (existsSync(join(folder, 'dist/.vite/complete'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const tar = execFileSync('git', ['archive', RELEASE.commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: tar })
  const modules = join(folder, 'node_modules')
  if (hasDependencies(folder)) symlinkSync(join(root, 'node_modules'), modules)
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'inherit' })
  execFileSync(process.execPath, ['--import', 'tsx', 'platform/build.ts'], { cwd: folder, stdio: 'inherit' })
  return folder
}

/** Starts the platform of RELEASE, with its app, through the test fixture of that release. */
export async function startRelease(): Promise<Awaited<ReturnType<typeof startPlatform>>> {
  const fixture: { startPlatform: typeof startPlatform } = await import(
    join(buildRelease(), 'e2e/fixtures/platform.ts')
  )
  return fixture.startPlatform()
}
