import { Readable } from 'node:stream'
import { type Command, CommandError } from '../../lib/command.ts'

/* For tests: a command of the operator without a process of its own, which takes seconds to start. */

export interface CommandResult {
  status: number
  stdout: string
  stderr: string
}

/** Runs a command with this environment alone. */
export async function runCommand(
  command: Command,
  args: readonly string[],
  env: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  let [stdout, stderr] = ['', '']
  const write = (text: string) => {
    stdout += text
  }
  const writeError = (text: string) => {
    stderr += text
  }
  const context = { args: [...args], env, stdin: Readable.from(input ? [input] : []), write, writeError }
  try {
    return { status: await command(context), stdout, stderr }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { status: error.exitCode, stdout, stderr: `${stderr}${error.message}\n` }
  }
}
