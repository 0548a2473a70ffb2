import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PAGE_ROUTES } from '../src/contract/pages.ts'
import { INFO_PAGES } from './config/headers/header-set.ts'
import { scratchFolder } from './testing/lib/scratch-folder.ts'
import { startProcess } from './testing/process.ts'
import { scratchDataFolder } from './testing/store/scratch-data-folder.ts'

/* The files of docs/operator/deploy, as far as they can be tested without the programs that read them. */

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs/operator/deploy.md'), 'utf8')
const shipped = (name: string) => join(root, 'docs/operator/deploy', name)

const scratch = scratchFolder()

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

/** A folder with the files that one stage copies, next to the installed packages. */
function copyStage(name: string, copies: readonly [string, string][]): string {
  const tree = join(scratch, name)
  for (const [from, to] of copies) {
    expect(existsSync(join(root, from)), from).toBe(true)
    cpSync(join(root, from), join(tree, to), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  return tree
}

test('the image is built from what its first stage copies', () => {
  const [build = []] = copiesByStage()
  expect(build.map(([from]) => from)).toContain('package-lock.json')
  const tree = copyStage('build', build)
  // The build stage sets no NODE_ENV; with the test runner's it would build for development.
  const env = { ...process.env, NODE_ENV: undefined }
  const { status, stderr } = spawnSync('npm', ['run', 'build'], { cwd: tree, env, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(existsSync(join(tree, 'dist/index.html'))).toBe(true)
}, 120_000)

test('the image holds all that the platform and the documented commands need', async () => {
  const [, final = []] = copiesByStage()
  const tree = copyStage('final', final)
  const dataDir = await scratchDataFolder()
  const run = (...args: string[]) => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir }
    const options = { cwd: tree, env, encoding: 'utf8', input: 'username\nemine\n' } as const
    const { status, stdout, stderr } = spawnSync('npm', ['run', '-s', ...args], options)
    return { status, stdout, stderr }
  }
  const commands = [...page.matchAll(/podman-compose exec (?:-T )?platform npm run -s (.+)$/gm)].map(
    ([, command = '']) =>
      command
        .replace(/ <.*/, '')
        .replace('NAME', 'deniz')
        .replace('/public/', 'public/')
        .replace('/data/', `${dataDir}/`),
  )
  const byScript = new Map(commands.map((command) => [command.split(' ')[0], command]))
  expect([...byScript.keys()]).toEqual(['players', 'report', 'machines', 'keys', 'books', 'settings'])
  for (const command of byScript.values())
    expect(run(...command.split(' '))).toMatchObject({ status: 0, stderr: '' })
  const { child, exited, ready } = startProcess(
    dataDir,
    { FLOOR_MACHINES: '1' },
    join(tree, 'platform/main.ts'),
  )
  const { address } = await ready()
  expect((await fetch(`${address}/healthz`)).status).toBe(200)
  child.kill('SIGTERM')
  expect((await exited).code).toBe(0)
}, 240_000)

/** A setting of a unit. The last line applies, as in systemd. */
const settingOf = (unit: string, name: string) =>
  [...readFileSync(shipped(unit), 'utf8').matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].at(-1)?.[1]

test.each(['reelcast@.service', 'reelcast-video.service'])(
  '%s runs without capabilities and within a limit of memory, and a process of it can end alone',
  (unit) => {
    expect(settingOf(unit, 'CapabilityBoundingSet')).toBe('')
    expect(settingOf(unit, 'NoNewPrivileges')).toBe('yes')
    expect(settingOf(unit, 'MemoryMax')).toMatch(/^\d+%$/)
    expect(settingOf(unit, 'OOMPolicy')).toBe('continue')
  },
)

test('the video has a user of its own, who reads none of the files of the platform, which alone connects to it', () => {
  const video = 'reelcast-video.service'
  const socket = settingOf('reelcast-video.socket', 'ListenStream')
  expect(readFileSync(shipped('reelcast@.service'), 'utf8')).toContain(`Environment=VIDEO_SOCKET=${socket}\n`)
  expect(settingOf('reelcast-video.socket', 'SocketUser')).toBe(settingOf('reelcast@.service', 'User'))
  expect(settingOf('reelcast-video.socket', 'SocketMode')).toBe('0600')
  expect(settingOf(video, 'User')).not.toBe(settingOf('reelcast@.service', 'User'))
  expect(page).toContain(
    `useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin ${settingOf(video, 'User')}\n`,
  )
  expect(settingOf(video, 'EnvironmentFile')).toBeUndefined()
  const hidden = settingOf(video, 'InaccessiblePaths')?.split(' ') ?? []
  expect(hidden).toEqual(expect.arrayContaining(['-/etc/reelcast', '-/var/lib']))
  const [, program = ''] = /--import tsx (\S+)$/.exec(settingOf(video, 'ExecStart') ?? '') ?? []
  expect(existsSync(join(root, program))).toBe(true)
})

test('systemd gives up neither the platform nor a controller, however long the database is away', () => {
  const controller = '../../examples/controller/reelcast-controller@.service'
  for (const unit of ['reelcast@.service', controller]) {
    expect(settingOf(unit, 'StartLimitIntervalSec'), unit).toBe('0')
    expect(settingOf(unit, 'Restart'), unit).toMatch(/^(always|on-failure)$/)
  }
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** How exposed systemd rates a unit. Newer versions rate the same unit lower. */
function exposureOf(unit: string): number {
  const args = ['security', '--offline=true', '--no-pager', unit]
  const { stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' })
  return Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1])
}

test.skipIf(!hasSystemd).each([
  ['reelcast@.service', '1.4'],
  ['reelcast-video.service', '1.4'],
  ['reelcast-backup.service', '1.2'],
  ['reelcast-audit.service', '1.3'],
  ['reelcast-base-backup.service', '1.2'],
])('%s has at most the exposure level that the guide states', (unit, figure) => {
  expect(page).toContain(figure)
  expect(exposureOf(shipped(unit))).toBeLessThanOrEqual(Number(figure))
})

test.skipIf(!hasSystemd)("the controller's unit has at most the exposure level that its guide states", () => {
  const unit = fileURLToPath(
    new URL('../docs/examples/controller/reelcast-controller@.service', import.meta.url),
  )
  const guide = readFileSync(new URL('../docs/operator/machines.md', import.meta.url), 'utf8')
  expect(exposureOf(unit)).toBeLessThanOrEqual(Number(/exposure ([\d.]+)\)/.exec(guide)?.[1]))
})

/** The shell scripts of those settings of a systemd unit whose names match the pattern `setting`. */
const scriptsOf = (unit: string, setting: string) =>
  [...readFileSync(shipped(unit), 'utf8').matchAll(new RegExp(`^${setting}=/bin/sh -c '(.*)'$`, 'gm'))].map(
    ([, script = '']) => script.replaceAll('%%', '%'),
  )
const runScript = (script = '', env: NodeJS.ProcessEnv) => {
  const { status, stdout } = spawnSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' })
  return [status, stdout] as const
}

test('the nightly audit sends its result and the newest head off the machine, or fails', () => {
  const [script] = scriptsOf('reelcast-audit.service', 'ExecStopPost')
  const state = mkdtempSync(join(scratch, 'audit-'))
  writeFileSync(join(state, 'heads'), 'monday 1-2-3-4:aa\ntuesday 5-6-7-8:bb\n')
  const fixed = { PATH: process.env.PATH, STATE_DIRECTORY: state, SERVICE_RESULT: 'success' }
  const stopPost = (env: Record<string, string>) => runScript(script, { ...fixed, ...env })
  const sent = join(state, 'sent')
  const send = `tr a-z A-Z > ${sent}`
  expect(stopPost({ AUDIT_SEND: send })).toEqual([0, ''])
  expect(readFileSync(sent, 'utf8')).toBe('SUCCESS TUESDAY 5-6-7-8:BB\n')
  stopPost({ AUDIT_SEND: send, SERVICE_RESULT: 'exit-code' })
  expect(readFileSync(sent, 'utf8')).toBe('EXIT-CODE TUESDAY 5-6-7-8:BB\n')
  expect(stopPost({ AUDIT_SEND: 'false' })[0]).toBe(1)
  expect(stopPost({})).toEqual([1, 'AUDIT_SEND is not set: the chain head stays on this machine\n'])
})

/** A shell script in a folder of the PATH, in place of a program. */
const writeProgram = (folder: string, name: string, script: string) =>
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })

/** The part of a pg_dump that writes its file. */
const WRITE_DUMP =
  'for word; do case $word in --file=*) echo dump > "$(echo "$word" | cut -c 8-)";; esac; done'

const OLD_DUMPS = Array.from(
  { length: 30 },
  (_, day) => `202601${String(day + 1).padStart(2, '0')}T043000Z.dump`,
)

/** A folder with 30 dumps, in which the script of a backup runs once; returns what is in it then. */
function backUpOnce(pgDump: string, run: (folder: string, env: NodeJS.ProcessEnv) => void): string[] {
  const folder = mkdtempSync(join(scratch, 'dumps-'))
  const programs = mkdtempSync(join(scratch, 'programs-'))
  for (const name of OLD_DUMPS) writeFileSync(join(folder, name), 'dump')
  for (const [day, name] of OLD_DUMPS.entries()) utimesSync(join(folder, name), day + 1, day + 1)
  writeFileSync(join(programs, 'database_password'), 'geheim')
  writeProgram(programs, 'pg_dump', `${WRITE_DUMP}\n${pgDump}`)
  // Ends the endless script at its second sleep, after the backup.
  writeProgram(programs, 'sleep', '[ -e "$0.once" ] && kill $PPID; : > "$0.once"')
  run(folder, { PATH: `${programs}:${process.env.PATH}`, SECRETS: programs, BACKUP_FOLDER: folder })
  return readdirSync(folder).sort()
}

const BACKUPS: [string, (folder: string, env: NodeJS.ProcessEnv) => void][] = [
  [
    'the containers',
    (_, env) => void spawnSync('sh', [shipped('containers/backup.sh')], { env, timeout: 4000 }),
  ],
  [
    'the unit',
    (folder, env) => {
      const unitEnv = { ...env, STATE_DIRECTORY: folder, DATABASE_URL: 'postgres://reelcast@db/books' }
      // As systemd: a command that fails ends the service.
      for (const script of scriptsOf('reelcast-backup.service', 'ExecStart'))
        if (runScript(script, unitEnv)[0] !== 0) return
    },
  ],
]

test.each(BACKUPS)('a dump of %s that fails leaves the earlier ones and none of its own', (_, run) => {
  const left = backUpOnce('exit 1', run)
  expect(left.filter((name) => name.endsWith('.dump'))).toEqual(OLD_DUMPS)
  const next = backUpOnce('true', run)
  expect(next).toHaveLength(30)
  expect(next.slice(0, 29)).toEqual(OLD_DUMPS.slice(1))
})

test('the backup gives pg_dump an address without a password, and refuses one that has it', () => {
  const state = mkdtempSync(join(scratch, 'backup-'))
  const seen = join(state, 'arguments')
  // In place of pg_dump: what every user sees in the list of processes, and what only this user sees.
  writeProgram(state, 'pg_dump', `${WRITE_DUMP}\necho "$@" > ${seen}\necho "$PGPASSWORD" >> ${seen}`)
  const backUp = (url: string) => {
    rmSync(seen, { force: true })
    const env = {
      PATH: `${state}:${process.env.PATH}`,
      STATE_DIRECTORY: state,
      DATABASE_URL: url,
      PGPASSWORD: 'geheim',
    }
    for (const script of scriptsOf('reelcast-backup.service', 'ExecStart(?:Pre)?')) {
      const [status, stdout] = runScript(script, env)
      if (status !== 0) return stdout
    }
    return readFileSync(seen, 'utf8').split('\n')
  }
  for (const url of ['postgres://reelcast@127.0.0.1/reelcast', 'postgres://reelcast@db.example:5433/books']) {
    const [args, password] = backUp(url)
    expect(args).toContain(url)
    expect(args).not.toContain('geheim')
    expect(password).toBe('geheim')
  }
  for (const url of [
    'postgres://reelcast:geheim@127.0.0.1/reelcast',
    'postgresql://a:ge%40heim@db.example:5433/b',
  ]) {
    expect(backUp(url)).toContain('move it to PGPASSWORD')
    expect(existsSync(seen)).toBe(false)
  }
})

test('the demo is in no step of the guide, and its unit refuses it', () => {
  expect(page).toMatch(/^DEMO=0$/m)
  expect(page).not.toMatch(/^ *(export )?DEMO=1/m)
  const [script] = scriptsOf('reelcast@.service', 'ExecStartPre')
  const start = (env: Record<string, string>) => runScript(script, env)
  const DATABASE_URL = 'postgres://reelcast@127.0.0.1/reelcast'
  // With the embedded database the demo is the default.
  for (const env of [{ DEMO: '1' }, { DEMO: 'true', DATABASE_URL }, {}, { DEMO: '', DATABASE_URL: '' }])
    expect(start(env)).toEqual([1, expect.stringContaining('DEMO must be 0')])
  for (const env of [{ DATABASE_URL }, { DEMO: '0' }, { DEMO: '', DATABASE_URL }])
    expect(start(env)).toEqual([0, ''])
})

/** The commands of the guide in their order, as follow-deploy.sh takes them. */
const guide = [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => block.split('\n'))

test('settings and rights are in place before the first start, and no release is used unchecked', () => {
  const at = (command: string) => {
    const found = guide.findIndex((line) => line.includes(command))
    expect(found, command).toBeGreaterThanOrEqual(0)
    return found
  }
  const started = at('systemctl enable --now reelcast@8081')
  const before = [
    's/\\"currency',
    'npm run settings -- /etc/reelcast/public',
    'privacy-policy',
    'rights.sql',
    'reelcast migrate',
  ]
  for (const command of before) expect(at(command)).toBeLessThan(started)
  const extractions = guide.flatMap((line, number) => (line.startsWith('tar --extract') ? number : []))
  expect(extractions).toHaveLength(2)
  for (const number of extractions)
    expect(guide.slice(Math.max(0, number - 3), number).join()).toContain(
      'sha256sum --check reelcast.tar.gz.sha256',
    )
})

test('the guide sets the currency of the shipped settings, accepts no token in an address, and copies pages that exist', () => {
  const public_ = join(scratch, 'public')
  const command = guide.find((line) => line.startsWith('sed') && line.includes('currency')) ?? ''
  const copy = guide.find((line) => line.startsWith('cp public/{')) ?? ''
  const script = [
    `mkdir -p ${public_}`,
    'currency=EUR',
    'cp public/Settings.json /etc/reelcast/public/',
    copy,
    command,
  ]
    .join(' && ')
    .replaceAll('/etc/reelcast/public', public_)
  expect(spawnSync('bash', ['-c', script], { cwd: root, encoding: 'utf8' })).toMatchObject({
    status: 0,
    stderr: '',
  })
  expect(JSON.parse(readFileSync(join(public_, 'Settings.json'), 'utf8'))).toMatchObject({
    currency: 'EUR',
    tokenInAddress: false,
    confirmTokenInAddress: true,
  })
  expect(
    readdirSync(public_)
      .filter((name) => name.endsWith('.html'))
      .sort(),
    // The accessibility statement comes with each release.
  ).toEqual(INFO_PAGES.filter((name) => name !== 'accessibility-statement.html').sort())
})

/** The commands of a page or a script; the text of a here-document reaches a command by a file or a pipe. */
const commandsOf = (text: string) => text.replace(/<<-?'?(\w+)'?([\s\S]*?)\n\1$/gm, '<<$1')

test('no documented command has a secret among its arguments, which every user of the machine sees', () => {
  const folder = join(root, 'docs')
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(md|sh|service|yaml)$/.test(name),
  )
  expect(pages.length).toBeGreaterThan(20)
  const secret = /[ "'=:/]\$\{?(\w*(password|PASSWORD|TOKEN|SECRET))\b|--password[ =]\S|postgres:\/\/\w+:\S+@/
  /** Sets a variable, which only the user sees. */
  const assignment = /^ *(#|(export )?\w+=|\w+: |if |\[ )/
  const shown = pages.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const blocks = name.endsWith('.md')
      ? [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block)
      : [text]
    return blocks
      .flatMap((block) => commandsOf(block).split('\n'))
      .filter((line) => secret.test(line) && !assignment.test(line))
      .map((line) => `${name}: ${line}`)
  })
  expect(shown).toEqual([])
})

test("the operator's own files are outside the source tree, for the units and for the containers", () => {
  expect(page).toMatch(/^PUBLIC_DIR=\/etc\/reelcast\/public$/m)
  const compose = readFileSync(shipped('compose.yaml'), 'utf8')
  expect(compose).toMatch(/^ +PUBLIC_DIR: \/public$/m)
  expect(compose).toMatch(/^ +- \.\/public:\/public:ro$/m)
})

test('nginx for static files and the page on hosting name every page of the app', () => {
  const pages = new Set(Object.values(PAGE_ROUTES).map(({ path }) => path.split('/')[1]))
  const [, served = ''] = /\^\/\((.*?)\)/.exec(readFileSync(shipped('nginx-static.conf'), 'utf8')) ?? []
  expect(new Set(served.split('|'))).toEqual(pages)
  const hosting = readFileSync(join(root, 'docs/operator/hosting.md'), 'utf8')
  const [, routes = ''] = /for the app's routes: (.*?) in any letter case/s.exec(hosting) ?? []
  expect(new Set([...routes.matchAll(/`\/([\w-]+)/g)].map(([, page]) => page))).toEqual(pages)
})

test('the containers have the two users, and each secret in a file that its service names', () => {
  const compose = readFileSync(shipped('compose.yaml'), 'utf8')
  const declared = [...compose.matchAll(/^ {2}(\w+): \{ file: \.\/secrets\/\1 \}$/gm)].map(([, name]) => name)
  expect(declared).toHaveLength(5)
  const used = [...compose.matchAll(/^ {4}secrets: \[(.*)\]$/gm)].flatMap(([, names = '']) =>
    names.split(', '),
  )
  expect([...new Set(used)].sort()).toEqual([...declared].sort())
  const made = /for name in (.*); do\n +openssl rand -hex 24 > secrets\/\$name/.exec(page)?.[1]?.split(' ')
  expect(made?.sort()).toEqual([...declared].sort())
  // A secret in a variable is in the list of the container's variables.
  expect(compose).not.toMatch(/(PASSWORD|TOKEN|SECRET)\w*: (?!\/run\/secrets\/)/)
  expect(compose).toContain('DATABASE_URL: postgres://reelcast_owner@')
  expect(compose).toContain('DATABASE_URL: postgres://reelcast@')
})
