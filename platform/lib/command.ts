import type { Readable } from 'node:stream'

/** What a command of the operator gets from its process. */
export interface CommandContext {
  /** The words after the command's name. */
  readonly args: string[]
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Readable & { readonly isTTY?: boolean }
  /** Writes to stdout. */
  write(text: string): void
  /** Writes to stderr. */
  writeError(text: string): void
}

/** Returns the exit code; throws a CommandError to end with a reason. */
export type Command = (context: CommandContext) => Promise<number>

/** Ends a command: its message is printed on stderr. */
export class CommandError extends Error {
  readonly exitCode: number
  constructor(message: string, exitCode: number) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Throws a CommandError. */
export function endWith(reason: string, exitCode: number): never {
  throw new CommandError(reason, exitCode)
}

/** Runs a command as this process, and ends it. */
export async function runAsProcess(command: Command): Promise<void> {
  const write = (text: string) => void process.stdout.write(text)
  const writeError = (text: string) => void process.stderr.write(text)
  const { env, stdin } = process
  try {
    process.exitCode = await command({ args: process.argv.slice(2), env, stdin, write, writeError })
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    writeError(`${error.message}\n`)
    process.exit(error.exitCode)
  }
}
