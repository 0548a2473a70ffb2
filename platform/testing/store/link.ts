import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * For tests: a connection to the server of `url` that can be cut, as by a restart of the server, or go
 * silent, as after a pulled cable.
 */
export async function startLinkTo(url: string) {
  const target = new URL(url)
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'open' | 'cut' | 'silent' = 'open'

  function join([near, far]: readonly [Socket, Socket]): void {
    near.pipe(far).pipe(near)
  }

  function part([near, far]: readonly [Socket, Socket]): void {
    near.unpipe(far).pause()
    far.unpipe(near).pause()
  }

  function cutAll(): void {
    for (const [near, far] of pairs) {
      near.destroy()
      far.destroy()
    }
  }

  const server = createServer((near) => {
    if (state === 'cut') return void near.destroy()
    const far = connect(Number(target.port), target.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const end of pair) {
      end.on('error', () => {})
      end.on('close', () => {
        pairs.delete(pair)
        near.destroy()
        far.destroy()
      })
    }
    if (state === 'open') join(pair)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const bound = server.address()
  const linked = new URL(url)
  linked.port = String(typeof bound === 'object' && bound ? bound.port : 0)
  return {
    url: linked.href,
    cut() {
      state = 'cut'
      cutAll()
    },
    /** Drops all data in both directions, without ending a connection. */
    silence() {
      state = 'silent'
      for (const pair of pairs) part(pair)
    },
    mend() {
      state = 'open'
      for (const pair of pairs) join(pair)
    },
    async stop() {
      cutAll()
      await new Promise((closed) => server.close(closed))
    },
  }
}
