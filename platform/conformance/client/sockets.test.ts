import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { expect, onTestFinished, test } from 'vitest'
import { connectSocket } from './sockets.ts'

test('a server that closes a socket before it confirms or refuses it is reported at once', async () => {
  const server = new Server(0, { transports: ['websocket'] })
  onTestFinished(() => server.close())
  server.use((socket) => void socket.conn.close())
  const { port } = server.httpServer.address() as AddressInfo
  const opening = connectSocket('token', {
    url: `http://127.0.0.1:${port}`,
    tokenIn: 'auth',
    guard() {},
    onMalformed() {},
  })
  await expect(opening).rejects.toMatchObject({ evidence: { got: 'the connection was closed' } })
}, 5000)
