import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'reelcast-settings-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** As `npm run settings` does: in the project's folder, and told where the command was typed. */
function run(...paths: string[]) {
  const args = ['--import', 'tsx', 'platform/config/settings/cli.ts', ...paths]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, INIT_CWD: dir },
    encoding: 'utf8',
  })
  return { status, lines: stdout.trim().split('\n'), stderr }
}

test('a file that is right ends with 0; one that is not with 1, with each mistake on a line', () => {
  writeFileSync(join(dir, 'good.json'), '{"volume": 0.5}')
  writeFileSync(join(dir, 'bad.json'), '{\n  "volume": 7,\n  "langauge": "en"\n}')
  expect(run('good.json')).toEqual({ status: 0, lines: ['good.json is right.'], stderr: '' })
  expect(run('good.json', 'bad.json')).toEqual({
    status: 1,
    lines: [
      'good.json is right.',
      expect.stringMatching(/^bad\.json:2:13 {2}volume is 7\. Allowed: a number from 0 to 1\./),
      'bad.json:3:3  There is no key "langauge". Did you mean "language"?',
      'bad.json: to be mended: 2.',
    ],
    stderr: '',
  })
})

test('a file that is not there is said, and ends with 1; without a path the shipped one is checked', () => {
  expect(run('none.json')).toEqual({ status: 1, lines: ['none.json: there is no such file.'], stderr: '' })
  const shipped = run()
  expect(shipped.status).toBe(0)
  expect(shipped.lines[0]).toMatch(/public\/Settings\.json is right\.$/)
})
