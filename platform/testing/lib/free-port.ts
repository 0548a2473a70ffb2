import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A TCP port that is free at this moment, for tests. It is below the ports that systems choose themselves, so
 * that it stays free until its program starts, and while that restarts.
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const port = randomInt(11_000, 20_000)
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return freePort(host)
    throw error
  }
  await new Promise((done) => server.close(done))
  return port
}
