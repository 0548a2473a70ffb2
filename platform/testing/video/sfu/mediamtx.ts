import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** For tests: the API of a MediaMTX, which lists WebRTC sessions and ends them. */
export async function startTestMediaMtx() {
  let sessions: { id: string; state: string; path: string }[] = []
  const counts = { lists: 0 }
  let isAway = false
  let held: ServerResponse[] | undefined
  const server = createServer((request, response) => {
    if (held) return void held.push(response)
    if (isAway) return response.writeHead(500).end()
    const [, kicked] = /^\/v3\/webrtcsessions\/kick\/(\w+)$/.exec(request.url ?? '') ?? []
    if (kicked !== undefined && request.method === 'POST')
      sessions = sessions.filter(({ id }) => id !== kicked)
    if (kicked !== undefined) return response.end('{"status":"ok"}')
    counts.lists += 1
    const { searchParams } = new URL(request.url ?? '', 'http://mediamtx')
    const [size, page] = ['itemsPerPage', 'page'].map((name) => Number(searchParams.get(name)))
    const from = (page ?? 0) * (size ?? 0)
    const items = sessions.slice(from, from + (size ?? 0))
    const pageCount = Math.ceil(sessions.length / (size ?? 1))
    response.end(JSON.stringify({ itemCount: sessions.length, pageCount, items }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How often the sessions were listed. */
    counts,
    open: (id: string, path: string, state = 'read') => void sessions.push({ id, state, path }),
    /** The ids of the open sessions. */
    left: () => sessions.map(({ id }) => id),
    /** A server that is away answers each call with 500. */
    setAway(away: boolean) {
      isAway = away
    },
    /** Calls get no answer from now on. */
    silence() {
      held = []
    },
    /** Answers again, but for the calls of the silence; returns the function that fails those. */
    resume(): () => void {
      const late = held ?? []
      held = undefined
      return () => {
        for (const response of late) response.writeHead(500).end()
      }
    },
    /** Calls without an answer. */
    held: () => held?.length ?? 0,
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
