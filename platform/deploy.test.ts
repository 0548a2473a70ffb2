import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { startProcess } from './test-process.ts'

/* The files of docs/operator/deploy, as far as they can be tried without the programs that read them. */

const root = fileURLToPath(new URL('..', import.meta.url))
const shipped = (name: string) => join(root, 'docs/operator/deploy', name)

const scratch = mkdtempSync(join(tmpdir(), 'reelcast-image-'))
afterAll(() => rmSync(scratch, { recursive: true }))

/** The paths of the source tree that each stage of the Containerfile copies, as [from, to]. */
function copiesByStage(): [string, string][][] {
  const stages = readFileSync(shipped('Containerfile'), 'utf8')
    .split(/^FROM /m)
    .slice(1)
  return stages.map((stage) =>
    [...stage.matchAll(/^COPY (?!--from)(.+)$/gm)].flatMap(([, paths = '']) => {
      const words = paths.split(' ')
      const to = words.at(-1) ?? ''
      return words.slice(0, -1).map((from): [string, string] => [from, to === './' ? from : to])
    }),
  )
}

test('the image holds all that the platform needs', async () => {
  const [build = [], final = []] = copiesByStage()
  for (const [from] of [...build, ...final]) expect(existsSync(join(root, from)), from).toBe(true)
  expect(build.map(([from]) => from)).toEqual(expect.arrayContaining(['package-lock.json', 'src', 'locales']))

  for (const [from, to] of final) cpSync(join(root, from), join(scratch, to), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(scratch, 'node_modules'))
  const script = join(scratch, 'platform/main.ts')
  const { child, exited, ready } = startProcess(join(scratch, 'data'), { FLOOR_MACHINES: '1' }, script)
  const { address } = await ready()
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect((await exited).code).toBe(0)
}, 120_000)

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!hasSystemd).each([
  ['reelcast@.service', '1.3'],
  ['reelcast-backup.service', '1.2'],
])('%s has the exposure level that the guide states', (unit, figure) => {
  const args = ['security', '--offline=true', '--no-pager', shipped(unit)]
  const { stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  expect(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]).toBe(figure)
  expect(readFileSync(join(root, 'docs/operator/deploy.md'), 'utf8')).toContain(figure)
})
