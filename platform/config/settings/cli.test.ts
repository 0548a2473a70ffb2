import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'reelcast-settings-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** Runs the command as npm does: in the project's folder, with the caller's folder in INIT_CWD. */
function run(...paths: string[]) {
  return runWith({}, ...paths)
}

function runWith(env: Record<string, string>, ...paths: string[]) {
  const args = ['--import', 'tsx', 'platform/config/settings/cli.ts', ...paths]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, INIT_CWD: dir, ...env },
    encoding: 'utf8',
  })
  return { status, lines: stdout.trim().split('\n'), stderr }
}

test('exits with 0 for a valid file, else with 1 and one line a mistake', () => {
  writeFileSync(join(dir, 'good.json'), '{"volume": 0.5}')
  writeFileSync(join(dir, 'bad.json'), '{\n  "volume": 7,\n  "langauge": "en"\n}')
  expect(run('good.json')).toEqual({ status: 0, lines: ['good.json is valid.'], stderr: '' })
  expect(run('good.json', 'bad.json')).toEqual({
    status: 1,
    lines: [
      'good.json is valid.',
      expect.stringMatching(/^bad\.json:2:13 {2}volume is 7\. Allowed: a number from 0 to 1\./),
      'bad.json:3:3  There is no key "langauge". Did you mean "language"?',
      'bad.json: 2 to correct.',
    ],
    stderr: '',
  })
})

test('reports a missing file with exit code 1, and checks the shipped file by default', () => {
  expect(run('none.json')).toEqual({ status: 1, lines: ['none.json: there is no such file.'], stderr: '' })
  const shipped = run()
  expect(shipped.status).toBe(0)
  expect(shipped.lines[0]).toMatch(/public\/Settings\.json is valid\.$/)
})

test('prints no headers for an invalid file, because its default would end up in the policy', () => {
  writeFileSync(join(dir, 'bad.json'), '{"apiUrl": "api.example"}')
  const { status, lines, stderr } = run('--headers', 'nginx', 'bad.json')
  expect({ status, lines }).toEqual({ status: 1, lines: [''] })
  expect(stderr).toContain('apiUrl is "api.example". Allowed: ')
})

test('with PUBLIC_DIR it checks the file there, and prints headers for the pages there', () => {
  const own = join(dir, 'own')
  mkdirSync(own)
  writeFileSync(join(own, 'Settings.json'), '{"volume": 7}')
  expect(runWith({ PUBLIC_DIR: 'own' }).lines.at(-1)).toBe('own/Settings.json: 1 to correct.')
  writeFileSync(join(own, 'Settings.json'), '{}')
  writeFileSync(join(own, 'our cup.html'), '')
  const { status, stderr } = runWith({ PUBLIC_DIR: 'own' }, '--headers', 'nginx')
  expect(status).toBe(1)
  expect(stderr).toContain('no server can be told the headers of "our cup.html"')
})
