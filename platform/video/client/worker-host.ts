import { createServer, type Socket } from 'node:net'
import * as v from 'valibot'
import { messageOf } from '../../lib/message-of.ts'
import { Command, WorkerOptions } from '../protocol/ipc.ts'
import { readMessages, writeMessage } from '../protocol/messages.ts'
import { isConfined, UNCONFINED } from './confine.ts'
import { startWorker, type VideoWorker } from './fork-worker.ts'

/*
 * Runs the video workers of platforms as another user: what reads strangers' packets can read none of a
 * platform's files. A connection is one worker. Its first message has the options, the others go to the
 * worker and back, and the end of either is the end of both. systemd has opened the socket
 * (docs/operator/deploy/reelcast-video.socket).
 */

/** Of the first socket that systemd passes on. */
const SYSTEMD_FD = 3

function start(socket: Socket, options: unknown): VideoWorker {
  const worker = startWorker(v.parse(WorkerOptions, options))
  worker.onMessage((event) => writeMessage(socket, event))
  worker.onError((error) => report(error.message))
  worker.onClose(() => socket.destroy())
  return worker
}

const report = (problem: string) => process.stderr.write(`the video process: ${problem}\n`)

const server = createServer((socket) => {
  let worker: VideoWorker | undefined
  readMessages(socket, (message) => {
    try {
      if (!worker) worker = start(socket, message)
      else if (worker.isConnected()) worker.send(v.parse(Command, message))
    } catch (error) {
      report(messageOf(error))
      socket.destroy()
    }
  })
  socket.on('error', () => {})
  socket.once('close', () => worker?.kill())
})
if (process.env.NODE_ENV === 'production' && !isConfined()) report(UNCONFINED)
server.listen({ fd: SYSTEMD_FD })
