import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** For tests: the line between a controller and the platform. It can be cut at a chosen message. */
export async function startCabinetLine(addresses: () => readonly string[]) {
  const sockets = new Set<Socket>()
  let trap: { left: number; spring(): void } | undefined

  /** Counts what passes, before it is passed on. */
  function onPassing(): void {
    if (!trap) return
    trap.left -= 1
    if (trap.left > 0) return
    const { spring } = trap
    trap = undefined
    spring()
  }
  function join(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', (data) => {
      onPassing()
      to.write(data)
    })
    from.on('error', () => {})
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }

  const server = createServer((near) => {
    const all = addresses()
    const address = all[randomInt(Math.max(1, all.length))]
    if (!address) return void near.destroy()
    const { hostname, port } = new URL(address)
    const far = connect(Number(port), hostname)
    join(near, far)
    join(far, near)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const bound = server.address()
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `ws://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}/controllers`,
    cut,
    /** Resolves with what `spring` returns, which is called when so many pieces of data have come. */
    trap<T>(pieces: number, spring: () => T): Promise<Awaited<T>> {
      return new Promise((resolve) => {
        trap = { left: pieces, spring: () => resolve(spring() as Awaited<T>) }
      })
    },
    async stop(): Promise<void> {
      cut()
      await new Promise((closed) => server.close(closed))
    },
  }
}
export type CabinetLine = Awaited<ReturnType<typeof startCabinetLine>>
