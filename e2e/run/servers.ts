import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { hasPostgres } from '../../platform/testing/store/postgres.ts'
import { isJanusInstalled, JANUS_FOLDER } from '../../platform/testing/video/sfu/janus.ts'
import { isInstalled } from '../fixtures/real-web-server.ts'
import { isRtspInstalled, RTSP_PACKAGES } from '../fixtures/rtsp-camera.ts'
import { canInstall, installPackages } from './apt.ts'
import { run } from './step.ts'

const starts = (program: string, argument: string): boolean => !spawnSync(program, [argument]).error

/** What some tests need, by Debian's packages. Where one is missing, these tests are left out. */
const PROGRAMS: Readonly<Record<string, () => boolean>> = {
  postgresql: () => hasPostgres,
  'redis-server': () => starts('redis-server', '--version'),
  pgbouncer: () => starts('pgbouncer', '--version'),
  janus: isJanusInstalled,
  ffmpeg: () => starts('ffmpeg', '-version'),
  nginx: () => isInstalled('nginx'),
  caddy: () => isInstalled('caddy'),
  coturn: () => starts('turnserver', '--version'),
  iproute2: () => starts('ip', '-V'),
  iptables: () => starts('iptables', '--version'),
  ...Object.fromEntries(RTSP_PACKAGES.map((name) => [name, isRtspInstalled])),
}

/** Janus's front has packages of its own. */
async function installJanusFront(log: (line: string) => void): Promise<void> {
  if (!isJanusInstalled() || existsSync(join(JANUS_FOLDER, 'node_modules'))) return
  const { code } = await run('npm', ['ci', '--no-audit', '--no-fund', '--prefix', JANUS_FOLDER])
  if (code) log('The front of Janus could not be installed: its tests are left out.')
}

/** Installs the missing programs if this is root with `apt-get`. Logs which ones could not be installed. */
export async function findServers(log: (line: string) => void): Promise<void> {
  const missing = Object.keys(PROGRAMS).filter((name) => !PROGRAMS[name]?.())
  if (missing.length > 0 && canInstall()) {
    log(`Installing Debian's packages ${missing.join(', ')} for the tests that need them.`)
    const { code } = await installPackages(missing)
    // One that this system does not have keeps apt from installing the others.
    for (const name of code ? missing : []) {
      const { code, output } = await installPackages([name])
      if (code) log(`${name}: ${output.trim().split('\n').at(-1)}. The tests that need it are left out.`)
    }
  } else if (missing.length > 0)
    log(`Not found: ${missing.join(', ')}. The tests that need them are left out.`)
  await installJanusFront(log)
}
