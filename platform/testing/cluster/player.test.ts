import { expect, test } from 'vitest'
import { Code } from '../../../src/contract/codes.ts'
import { startSocketServer } from '../lib/socket-server.ts'
import { playCommands, startTestPlayer } from './player.ts'

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

test('a player whose credit has run out loads again and plays on', async () => {
  let credit = 100
  const answers: Record<string, () => object> = {
    init: () => ({ ok: true, game: { credit }, capabilities: { stakes: [100] } }),
    load: () => {
      credit += 5000
      return { ok: true }
    },
    spin: () => {
      if (credit < 100) return { ok: false, code: Code.creditTooLow }
      credit -= 100
      return { ok: true }
    },
  }
  const address = startSocketServer((server) =>
    server.on('connection', (socket) =>
      socket.onAny((name: string, _payload: unknown, answer: (ack: object) => void) =>
        answer(answers[name]?.() ?? {}),
      ),
    ),
  )
  const player = startTestPlayer(() => [address], '', '1')
  await expect.poll(() => player.acknowledged.size, { timeout: 10_000 }).toBeGreaterThan(1)
  await player.stop()
})
