import { connect } from 'node:net'
import type { WorkerOptions } from '../protocol/ipc.ts'
import { readMessages, writeMessage } from '../protocol/messages.ts'
import { type VideoWorker, workerOptions } from './fork-worker.ts'

/** Starts a video worker at the process that `worker-host.ts` runs: it lives as long as the connection. */
export function connectWorker(path: string, options: Partial<WorkerOptions>): VideoWorker {
  const socket = connect(path)
  writeMessage(socket, workerOptions(options))
  return {
    isConnected: () => !socket.destroyed,
    send: (command) => writeMessage(socket, command),
    kill: () => void socket.destroy(),
    onMessage: (listener) => void readMessages(socket, listener),
    onError: (listener) => void socket.on('error', listener),
    onClose: (listener) => void socket.once('close', () => listener('disconnected')),
  }
}
