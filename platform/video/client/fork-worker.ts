import { fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { Command, WorkerOptions } from '../protocol/ipc.ts'
import { confine } from './confine.ts'

/** Where temporary files are, what Windows starts no process without, and what tests on shared cores set. */
const PASSED_VARIABLES = ['TMPDIR', 'TEMP', 'SystemRoot', 'VIDEO_FRAME_RATE', 'VIDEO_MAX_LATE_SHARE'] as const

/**
 * Of the platform's environment the worker gets nothing else: it parses what strangers send, and needs no
 * secret.
 */
function workerEnvironment(): Record<string, string> {
  return Object.fromEntries(
    PASSED_VARIABLES.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** A video worker, wherever it runs. */
export interface VideoWorker {
  isConnected(): boolean
  send(command: Command): void
  /** Ends it at once. */
  kill(): void
  onMessage(listener: (message: unknown) => void): void
  onError(listener: (error: Error) => void): void
  /** Called with the reason when it has ended, also where it could not be started. */
  onClose(listener: (reason: string | number | null) => void): void
}

export function workerOptions(options: Partial<WorkerOptions>): WorkerOptions {
  return {
    iceServers: options.iceServers ?? [],
    addresses: options.addresses ?? ['0.0.0.0/0', '::/0'],
    publicAddress: options.publicAddress,
    ports: options.ports,
    networks: options.networks ?? [],
    rates: options.rates ?? { start: 1500, max: 3000 },
    connectMs: options.connectMs ?? 15_000,
    awayMs: options.awayMs ?? 20_000,
    prerender: options.prerender ?? true,
    maxSharpViewers: options.maxSharpViewers ?? 0,
    marker: options.marker,
  }
}

/** Starts a worker as a child process. Throws where no process can be started. */
export function startWorker(options: Partial<WorkerOptions>): VideoWorker {
  const child = fork(new URL('../worker/worker.ts', import.meta.url), {
    ...confine(['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]),
    env: { ...workerEnvironment(), VIDEO_OPTIONS: JSON.stringify(workerOptions(options)) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    isConnected: () => child.connected,
    send: (command) => void child.send(command, () => {}),
    kill: () => void child.kill('SIGKILL'),
    onMessage: (listener) => void child.on('message', listener),
    onError: (listener) => void child.on('error', listener),
    // A process that could not be started has no `exit`.
    onClose: (listener) => void child.once('close', (code, signal) => listener(signal ?? code)),
  }
}
