import { writeSync } from 'node:fs'
import type { Readable } from 'node:stream'

/** What a command of the operator gets from its process. */
export interface CommandContext {
  /** The words after the command's name. */
  readonly args: string[]
  readonly env: NodeJS.ProcessEnv
  readonly stdin: Readable & { readonly isTTY?: boolean }
  /** Writes to stdout; throws a CommandError if all of it cannot be written. */
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

const FULL_PIPE_PAUSE_MS = 10

/** Writes all of a text, or throws: Node's stream of a file leaves out what a disk does not take. */
function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at)
    } catch (error) {
      // A full pipe that a parent process has made non-blocking.
      if (Reflect.get(Object(error), 'code') !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FULL_PIPE_PAUSE_MS)
    }
  }
}

function writeOutput(text: string): void {
  try {
    writeAll(1, text)
  } catch (error) {
    endWith(`The output cannot be written: ${Reflect.get(Object(error), 'code')}.`, 2)
  }
}

/** Runs a command as this process, and ends it. */
export async function runAsProcess(command: Command): Promise<void> {
  const write = writeOutput
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
