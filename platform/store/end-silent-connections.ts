import type { Socket } from 'node:net'
import type pg from 'pg'
import { systemClock } from '../lib/clock.ts'
import { repeat } from '../lib/repeat.ts'

/** A server that sends nothing for this long, not even an answer to a trivial query, is unreachable. */
const SILENCE_MS = 5000
const ASK_INTERVAL_MS = 1000

/** The socket of a client's connection, which its types omit. */
function socketOf(client: pg.PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

/**
 * Ends the connections of a pool whose server is silent. If packets are lost, as with a pulled cable, no
 * connection ends by itself for a quarter of an hour, nor do its queries fail. Long queries end nothing, not
 * even one on each connection: the server is asked on a connection of `probe`. Call it before the first
 * connection. Returns the stop function.
 */
export function endSilentConnections(pool: pg.Pool, probe: pg.Pool): () => Promise<void> {
  const sockets = new Set<Socket>()
  for (const each of [pool, probe])
    each.on('connect', (client) => {
      const socket = socketOf(client)
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    })
  const received = () => [...sockets].reduce((bytes, { bytesRead }) => bytes + bytesRead, 0)

  async function ask(): Promise<void> {
    const isNobodyWaiting = pool.idleCount === pool.totalCount && pool.waitingCount === 0
    if (isNobodyWaiting) return
    const before = received()
    const cancel = systemClock.after(SILENCE_MS, () => {
      if (received() !== before) return
      for (const socket of sockets) socket.destroy(new Error('the database server is silent'))
    })
    await probe.query('select 1').finally(cancel)
  }
  // Waiting queries reject with their socket; the probe's own failure adds nothing.
  return repeat(ask, ASK_INTERVAL_MS, systemClock, () => {})
}
