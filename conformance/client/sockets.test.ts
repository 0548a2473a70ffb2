import { expect, test } from 'vitest'
import { startSocketServer } from '../../platform/testing/lib/socket-server.ts'
import { connectSocket } from './sockets.ts'
import { WAITS } from './waits.ts'

test('a server that closes a socket before it confirms or refuses it is reported at once', async () => {
  const url = startSocketServer((server) => server.use((socket) => void socket.conn.close()))
  const opening = connectSocket('token', {
    ...{ url, tokenIn: 'auth', guard() {}, onMalformed() {} },
    ...{ waits: WAITS, silent: new Set<string>(), origin: url },
  })
  await expect(opening).rejects.toMatchObject({ evidence: { got: 'the connection was closed' } })
}, 5000)
