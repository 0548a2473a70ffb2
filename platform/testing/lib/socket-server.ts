import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { onTestFinished } from 'vitest'

/** Starts a Socket.IO server for the current test, and returns its URL. */
export function startSocketServer(prepare: (server: Server) => void): string {
  const server = new Server(0, { transports: ['websocket'] })
  onTestFinished(() => server.close())
  prepare(server)
  const { port } = server.httpServer.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}
