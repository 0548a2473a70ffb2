import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { expect, onTestFinished, test } from 'vitest'
import { playCommands } from './test-player.ts'

function listen(prepare: (server: Server) => void): string {
  const server = new Server(0, { transports: ['websocket'] })
  onTestFinished(() => server.close())
  prepare(server)
  const { port } = server.httpServer.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

test('a process that ends while a player connects to it leaves the command to the other one', async () => {
  const ending = listen((server) => server.use((socket) => void socket.conn.close()))
  const lasting = listen((server) =>
    server.on('connection', (socket) =>
      socket.onAny((_name: string, _payload: unknown, answer: (ack: object) => void) => answer({ ok: true })),
    ),
  )
  const command = { place: 0, event: 'load', amount: 500 } as const
  const addresses = () => [ending, lasting]
  const answered = await playCommands([command], { addresses, token: '', machineID: '1', onSend() {} })
  expect(answered).toMatchObject([{ event: 'load', answer: { ok: true } }])
})
