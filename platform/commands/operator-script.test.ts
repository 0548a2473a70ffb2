import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { scratchFolder } from '../testing/lib/scratch-folder.ts'

/* docs/operator/deploy/reelcast: the operator's commands from any folder. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const command = join(root, 'docs/operator/deploy/reelcast')
const scratch = scratchFolder()
const [bin, config, elsewhere] = ['bin', 'etc', 'elsewhere'].map((name) => join(scratch, name)) as [
  string,
  string,
  string,
]
for (const folder of [bin, config, elsewhere]) mkdirSync(folder)
const program = (name: string, script: string) =>
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
program('id', 'test -z "$SEEN_AS" && SEEN_AS=0; echo "$SEEN_AS"')
// In place of the change of the user, which root alone can make.
program('setpriv', 'echo "$(pwd)"; echo "$@"; env')
writeFileSync(
  join(config, 'reelcast.env'),
  'DATABASE_URL=postgres://reelcast@127.0.0.1/reelcast\nPGPASSWORD=secret\nDEMO=0\n',
)
writeFileSync(
  join(config, 'owner.env'),
  'DATABASE_URL=postgres://reelcast_owner@127.0.0.1/reelcast\nPGPASSWORD=other\n',
)

function run(args: readonly string[], env: Record<string, string> = {}) {
  const given = { PATH: `${bin}:${process.env.PATH}`, REELCAST_HOME: root, REELCAST_CONFIG: config, ...env }
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: elsewhere,
    env: given,
    encoding: 'utf8',
  })
  const [folder, called = '', ...variables] = stdout.trimEnd().split('\n')
  return { status, stdout, stderr, folder, called, variables }
}

const COMMANDS = ['players', 'report', 'machines', 'books', 'keys', 'settings', 'migrate', 'conformance']

test('a command runs as the user of the platform, with its environment alone, in its folder', () => {
  const { status, folder, called, variables } = run(['players', 'credit', 'deniz', '50', 'a receipt'], {
    DATABASE_URL: 'postgres://reelcast@127.0.0.1/another',
    DEMO: '1',
    HOME: '/root',
  })
  expect(status).toBe(0)
  expect(`${folder}/`).toBe(root)
  expect(called).toBe(
    '--reuid=reelcast --regid=reelcast --init-groups -- node --import tsx platform/commands/cli.ts players credit deniz 50 a receipt',
  )
  expect(variables).toEqual(
    expect.arrayContaining([
      'DATABASE_URL=postgres://reelcast@127.0.0.1/reelcast',
      'PGPASSWORD=secret',
      'DEMO=0',
      `INIT_CWD=${elsewhere}`,
    ]),
  )
  expect(variables.filter((line) => line.startsWith('HOME='))).toEqual([])
})

test.each([
  ['203.0.113.0/24 Hall A; 198.51.100.7 Hall B', '203.0.113.0/24 Hall A; 198.51.100.7 Hall B'],
  ["'203.0.113.0/24 Hall A; touch $HOME'", '203.0.113.0/24 Hall A; touch $HOME'],
  ['"Ada\\\'s \\"hall\\" \\$5 \\\\"  ', `Ada\\'s "hall" $5 \\`],
  ['$(echo shell) `echo shell` & #1 = 2  ', '$(echo shell) `echo shell` & #1 = 2'],
  ["O'Brien", "O'Brien"],
  ['a\\ b', 'a b'],
  ["''", ''],
  ['', ''],
])('a value %j of the environment is read as systemd reads it', (written, value) => {
  const folder = join(scratch, 'values')
  mkdirSync(folder, { recursive: true })
  const lines = ['# A=1', '; B=2', '', 'no value', `  KIOSK_VENUES = ${written}`, '9=9', 'DEMO=0']
  writeFileSync(join(folder, 'reelcast.env'), lines.join('\n'))
  const { status, variables, stderr } = run(['report'], { REELCAST_CONFIG: folder })
  expect([status, stderr]).toEqual([0, ''])
  expect(variables).toEqual(
    expect.arrayContaining([`KIOSK_VENUES=${value}`, 'DEMO=0', 'NODE_ENV=production']),
  )
  expect(variables.filter((line) => /^(A|B|9)=/.test(line))).toEqual([])
})

const written = (name: string, text: string) => {
  const folder = join(scratch, 'lines')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'reelcast.env'), `${name}=before\n${name}=${text}\nNODE_ENV=test\nDEMO=0\n`)
  return { REELCAST_CONFIG: folder }
}

test.each([
  'two\\\nB=lines',
  'three\\\nA=lines\\\nB=lines',
  "'two\nB=lines'",
  '"two\nB=\\"lines\\"\nC=lines"',
  '"a" # note',
  "'a' # note",
])('a variable with the unusual value %j is left out with a warning, and the others count', (text) => {
  const { status, stderr, variables } = run(['report'], written('KIOSK_VENUES', text))
  expect([status, stderr.trimEnd().split('\n')]).toEqual([
    0,
    [expect.stringMatching(/^reelcast: .*reelcast\.env: KIOSK_VENUES is left out: its value .*$/)],
  ])
  expect(variables).toEqual(expect.arrayContaining(['DEMO=0', 'NODE_ENV=production']))
  expect(variables.filter((line) => /^(KIOSK_VENUES|A|B|C)=/.test(line))).toEqual([])
})

test.each(['DATABASE_URL', 'DATA_DIR'])(
  'without a readable %s no command works on another database',
  (name) => {
    const env = written(name, '"a" # note')
    for (const command of COMMANDS.filter((each) => !['settings', 'conformance', 'migrate'].includes(each))) {
      const { status, stderr, called } = run([command], env)
      expect([command, status, called]).toEqual([command, 2, ''])
      expect(stderr).toContain(`reelcast.env: ${name} cannot be read`)
    }
    expect(run(['settings'], env).status).toBe(0)
  },
)

test('the migration runs as the owner of the tables, and another database can be named', () => {
  expect(run(['migrate']).variables).toContain('DATABASE_URL=postgres://reelcast_owner@127.0.0.1/reelcast')
  const restored = run(['--database', 'reelcast_restored', 'audit', '--restored'])
  expect(restored.variables).toContain('DATABASE_URL=postgres://reelcast@127.0.0.1/reelcast_restored')
  expect(restored.called).toMatch(/ platform\/commands\/cli\.ts books --restored$/)
})

test.each([
  ['postgres://u@h/reelcast', 'postgres://u@h/restored'],
  ['postgres://u@h/reelcast?sslmode=require', 'postgres://u@h/restored?sslmode=require'],
  [
    'postgres://u@h/reelcast?sslmode=verify-full&sslrootcert=/etc/reelcast/root.crt',
    'postgres://u@h/restored?sslmode=verify-full&sslrootcert=/etc/reelcast/root.crt',
  ],
  ['postgres:///reelcast?host=/run/postgresql', 'postgres:///restored?host=/run/postgresql'],
  ['postgres://u@h', 'postgres://u@h/restored'],
  ['postgres://u:p@h:5432?sslmode=require', 'postgres://u:p@h:5432/restored?sslmode=require'],
])('--database replaces the name of the database in %s alone', (address, other) => {
  const folder = join(scratch, 'addresses')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'reelcast.env'), `DATABASE_URL='${address}'\n`)
  const { variables } = run(['--database', 'restored', 'audit'], { REELCAST_CONFIG: folder })
  expect(variables).toContain(`DATABASE_URL=${other}`)
})

test.each([
  ['a/b', ''],
  ['a?b', ''],
  ['a b', ''],
  ['--restored', ''],
  ['', ''],
])('--database %j names no database', (name) => {
  const { status, stderr, called } = run(['--database', name, 'audit'])
  expect([status, called]).toEqual([2, ''])
  expect(stderr).toContain('--database')
})

test('--database without an address in the environment works on no database', () => {
  const folder = join(scratch, 'without')
  mkdirSync(folder)
  writeFileSync(join(folder, 'reelcast.env'), 'DEMO=0\n')
  const { status, stderr, called } = run(['--database', 'restored', 'audit'], { REELCAST_CONFIG: folder })
  expect([status, called]).toEqual([2, ''])
  expect(stderr).toContain('reelcast.env has no DATABASE_URL')
})

test('each command is a script of the platform, and the usage names it', () => {
  const { status, stdout } = run(['--help'])
  expect(status).toBe(0)
  expect(stdout).toBe(run([]).stdout)
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of COMMANDS) {
    const [called = '', script = ''] = /node --import tsx (\S+).*/.exec(run([name]).called) ?? []
    expect(existsSync(join(root, script)), name).toBe(true)
    expect(scripts[name]).toBe(called)
    expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
  }
})

test.each([
  [['playrs'], {}, 'there is no command playrs'],
  [['--database'], {}, '--database needs the name of a database'],
  [['players'], { SEEN_AS: '1000' }, 'sudo reelcast'],
  [['players'], { REELCAST_CONFIG: '/nowhere' }, '/nowhere/reelcast.env is missing'],
  [['players'], { REELCAST_HOME: '/nowhere' }, '/nowhere holds no platform'],
] as const)('%j %j says what is missing', (args, env, why) => {
  const { status, stderr, called } = run(args, env)
  expect([status, called]).toEqual([2, ''])
  expect(stderr).toContain(why)
})
