import { createServer, connect as dial, type Socket } from 'node:net'

/**
 * A TCP proxy that delays every byte by half of `roundTripMs` in each direction; the first bytes of a
 * connection also wait for one round trip, as for a TCP handshake. Media (UDP) does not pass through it.
 */
export async function startLatencyProxy(
  server: string,
  roundTripMs: number,
): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(server)
  const sockets = new Set<Socket>()
  const oneWay = roundTripMs / 2

  /** Forwards the bytes and the end of a stream in order, each after the delay. */
  const forward = (from: Socket, to: Socket, notBefore: number) => {
    const delay = () => Math.max(0, notBefore - performance.now()) + oneWay
    from.on('data', (chunk) => void setTimeout(() => to.writable && to.write(chunk), delay()))
    from.on('end', () => void setTimeout(() => to.end(), delay()))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      setTimeout(() => to.destroy(), delay())
    })
  }
  const proxy = createServer((client) => {
    const upstream = dial(Number(port), hostname)
    for (const socket of [client, upstream]) sockets.add(socket.setNoDelay(true))
    forward(client, upstream, performance.now() + roundTripMs)
    forward(upstream, client, 0)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const address = proxy.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
