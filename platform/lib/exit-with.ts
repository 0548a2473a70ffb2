/** Ends a command with one line on stderr. */
export function exitWith(reason: string, exitCode: number): never {
  process.stderr.write(`${reason}\n`)
  process.exit(exitCode)
}
