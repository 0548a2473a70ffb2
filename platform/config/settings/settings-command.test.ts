import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../testing/lib/command.ts'
import { scratchFolder } from '../../testing/lib/scratch-folder.ts'
import { settings as command } from './settings-command.ts'

const dir = scratchFolder()

/** Runs the command as npm does: with the caller's folder in INIT_CWD. */
async function runWith(env: Record<string, string>, ...paths: string[]) {
  const { status, stdout, stderr } = await runCommand(command, paths, { INIT_CWD: dir, ...env })
  return { status, lines: stdout.trim().split('\n'), stderr }
}
const run = (...paths: string[]) => runWith({}, ...paths)

test('exits with 0 for a valid file, else with 1 and one line a mistake', async () => {
  writeFileSync(join(dir, 'good.json'), '{"volume": 0.5}')
  writeFileSync(join(dir, 'bad.json'), '{\n  "volume": 7,\n  "langauge": "en"\n}')
  expect(await run('good.json')).toEqual({ status: 0, lines: ['good.json is valid.'], stderr: '' })
  expect(await run('good.json', 'bad.json')).toEqual({
    status: 1,
    lines: [
      'good.json is valid.',
      expect.stringMatching(/^bad\.json:2:13 {2}volume is 7\. Allowed: a number from 0 to 1\./),
      'bad.json:3:3  There is no key "langauge". docs/operator/settings.md lists all keys.',
      'bad.json: 2 to correct.',
    ],
    stderr: '',
  })
})

test('reports a missing file with exit code 1, and checks the shipped file by default', async () => {
  expect(await run('none.json')).toEqual({
    status: 1,
    lines: ['none.json: there is no such file.'],
    stderr: '',
  })
  const shipped = await run()
  expect(shipped.status).toBe(0)
  expect(shipped.lines[0]).toMatch(/public\/Settings\.json is valid\.$/)
})

test('an option that it does not have prints the usage, and no file of headers', async () => {
  writeFileSync(join(dir, 'good.json'), '{}')
  const { status, lines, stderr } = await run('--header', 'good.json')
  expect({ status, lines }).toEqual({ status: 1, lines: [''] })
  expect(stderr).toMatch(/^Usage: /)
})

test.each([
  ['headers', ['--headers', 'nginx']],
  ['page', ['--page']],
])('prints no %s for an invalid file, because its default would end up there', async (_, options) => {
  writeFileSync(join(dir, 'bad.json'), '{"apiUrl": "api.example"}')
  const { status, lines, stderr } = await run(...options, 'bad.json')
  expect({ status, lines }).toEqual({ status: 1, lines: [''] })
  expect(stderr).toContain('apiUrl is "api.example". Allowed: ')
})

test('with PUBLIC_DIR it checks the file there, and prints headers for the pages there', async () => {
  const own = join(dir, 'own')
  mkdirSync(own)
  writeFileSync(join(own, 'Settings.json'), '{"volume": 7}')
  expect((await runWith({ PUBLIC_DIR: 'own' })).lines.at(-1)).toBe('own/Settings.json: 1 to correct.')
  writeFileSync(join(own, 'Settings.json'), '{}')
  writeFileSync(join(own, 'our cup.html'), '')
  const { status, stderr } = await runWith({ PUBLIC_DIR: 'own' }, '--headers', 'nginx')
  expect(status).toBe(1)
  expect(stderr).toContain('no server can be told the headers of "our cup.html"')
})
