import { createServer, connect as dial, type Socket } from 'node:net'

/**
 * A line of a given length before a server: every byte takes half of `roundTripMs` each way, and the first ones of
 * a connection wait for the handshake that a real line would need. Media (UDP) does not pass here.
 * Answers its address and the way to close it.
 */
export async function distance(server: string, roundTripMs: number): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(server)
  const open = new Set<Socket>()
  const oneWay = roundTripMs / 2

  /** Passes bytes on in their order, each after its time; the end as well. */
  const pass = (from: Socket, to: Socket, notBefore: number) => {
    const after = () => Math.max(0, notBefore - performance.now()) + oneWay
    from.on('data', (chunk) => void setTimeout(() => to.writable && to.write(chunk), after()))
    from.on('end', () => void setTimeout(() => to.end(), after()))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      open.delete(from)
      setTimeout(() => to.destroy(), after())
    })
  }
  const line = createServer((near) => {
    const far = dial(Number(port), hostname)
    for (const socket of [near, far]) open.add(socket.setNoDelay(true))
    pass(near, far, performance.now() + roundTripMs)
    pass(far, near, 0)
  })
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done))
  const address = line.address()
  if (!address || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      line.close()
      for (const socket of open) socket.destroy()
    },
  }
}
