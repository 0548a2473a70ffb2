import { type ChildProcess, fork } from 'node:child_process'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import type { WorkerOptions } from '../protocol/ipc.ts'
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

/** Starts the video worker. Throws where no process can be started. */
export function forkWorker(options: Partial<WorkerOptions>): ChildProcess {
  const workerOptions: WorkerOptions = {
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
  return fork(new URL('../worker/worker.ts', import.meta.url), {
    ...confine(['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href]),
    env: { ...workerEnvironment(), VIDEO_OPTIONS: JSON.stringify(workerOptions) },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
}
