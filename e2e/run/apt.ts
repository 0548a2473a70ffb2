import { spawnSync } from 'node:child_process'
import { run } from './step.ts'

/** Root can install Debian's packages on a system with `apt-get`. */
export const canInstall = (): boolean =>
  process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0

/**
 * Installs Debian's packages by their names, as root. Their services neither start now nor with the machine:
 * the tests start programs of their own. Returns the exit code, and all output.
 */
export const installPackages = (names: readonly string[]): Promise<{ code: number; output: string }> =>
  run('sh', ['-c', SCRIPT, 'sh', ...names], { DEBIAN_FRONTEND: 'noninteractive' })

/** Debian's packages read policy-rc.d: with 101 no service starts. */
const SCRIPT = `set -e
policy=/usr/sbin/policy-rc.d
if ! [ -e $policy ]; then
  trap 'rm -f $policy' EXIT
  # dash runs no EXIT trap when a signal ends it.
  trap 'exit 130' INT TERM HUP
  printf '#!/bin/sh\\nexit 101\\n' > $policy
  chmod +x $policy
fi
apt-get update -qq
apt-get install -y -qq --no-install-recommends "$@"
if [ -d /run/systemd/system ]; then
  for name in "$@"; do systemctl --quiet disable "$name" || true; done
fi`
