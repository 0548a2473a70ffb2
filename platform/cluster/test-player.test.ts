import { expect, test } from 'vitest'
import { startSocketServer } from '../lib/test-socket-server.ts'
import { playCommands } from './test-player.ts'

test('a process that ends while a player connects to it leaves the command to the other process', async () => {
  const ending = startSocketServer((server) => server.use((socket) => void socket.conn.close()))
  const lasting = startSocketServer((server) =>
    server.on('connection', (socket) =>
      socket.onAny((_name: string, _payload: unknown, answer: (ack: object) => void) => answer({ ok: true })),
    ),
  )
  const command = { place: 0, event: 'load', amount: 500 } as const
  const addresses = () => [ending, lasting]
  const answered = await playCommands([command], { addresses, token: '', machineID: '1', onSend() {} })
  expect(answered).toMatchObject([{ event: 'load', answer: { ok: true } }])
})
