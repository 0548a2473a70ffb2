import { spawnSync } from 'node:child_process'

/*
 * The video process reads what strangers send. Linux's Landlock takes from it the right to write, make and
 * remove files. It keeps the right to write in /dev, and in /proc for its own OOM score. Landlock needs a
 * kernel that has it, and setpriv of util-linux 2.40 or newer, as in Debian 13.
 */

const SETPRIV = '/usr/bin/setpriv'
const WRITES = [
  ...['write-file', 'truncate', 'refer', 'remove-dir', 'remove-file', 'make-dir', 'make-reg'],
  ...['make-sym', 'make-sock', 'make-fifo', 'make-char', 'make-block'],
].join()
const ARGUMENTS = [
  '--no-new-privs',
  `--landlock-access=fs:${WRITES}`,
  ...['/dev', '/proc'].map((path) => `--landlock-rule=path-beneath:write-file,truncate:${path}`),
]

let canConfine: boolean | undefined

/** How to start Node, with Node's own arguments. Confined where the system can do it. */
export function confine(nodeArguments: readonly string[]): { execPath: string; execArgv: string[] } {
  canConfine ??= spawnSync(SETPRIV, [...ARGUMENTS, 'true'], { stdio: 'ignore' }).status === 0
  return canConfine
    ? { execPath: SETPRIV, execArgv: [...ARGUMENTS, process.execPath, ...nodeArguments] }
    : { execPath: process.execPath, execArgv: [...nodeArguments] }
}

export const UNCONFINED = 'it can write files: there is no setpriv with Landlock'

/** Whether the video process is confined here. */
export const isConfined = (): boolean => confine([]).execPath === SETPRIV
