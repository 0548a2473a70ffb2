import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

/*
 * The interface of Janus that its front uses, without media: sessions, handles, and mountpoints that everyone
 * can watch. It answers each request at once, except for an attach that a test holds back.
 */

interface Request {
  readonly janus: string
  readonly transaction: string
  readonly session_id?: number
  readonly handle_id?: number
  readonly body?: { readonly request: string } & Readonly<Record<string, unknown>>
}

const SESSION_ID = 1
const streaming = (data: object) => ({ plugin: 'janus.plugin.streaming', data })

/** The reply to a message to the streaming plugin. */
function pluginReply({ handle_id, body }: Request): object {
  if (body?.request !== 'watch')
    return { janus: 'success', sender: handle_id, plugindata: streaming({ streaming: 'created' }) }
  return {
    janus: 'event',
    sender: handle_id,
    plugindata: streaming({ streaming: 'event', result: { status: 'preparing' } }),
    jsep: { type: 'offer', sdp: 'v=0\r\n' },
  }
}

/** `refuses`: answers each new session as Janus does to a wrong secret. */
export async function startJanusStub({ refuses = false } = {}) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const detached: number[] = []
  const mountpoints: Request['body'][] = []
  let lastHandle = 0
  let connections = 0
  let onAttach: ((answer: () => void) => void) | undefined

  function reply(request: Request): object {
    if (request.janus === 'create' && refuses)
      return { janus: 'error', error: { code: 403, reason: 'Unauthorized request' } }
    if (request.janus === 'create') return { janus: 'success', data: { id: SESSION_ID } }
    if (request.janus === 'attach') {
      lastHandle += 1
      return { janus: 'success', data: { id: lastHandle } }
    }
    if (request.body?.request === 'create') mountpoints.push(request.body)
    if (request.janus === 'message') return pluginReply(request)
    if (request.janus === 'detach' && request.handle_id !== undefined) detached.push(request.handle_id)
    return { janus: request.janus === 'keepalive' ? 'ack' : 'success' }
  }

  server.on('connection', (socket) => {
    connections += 1
    socket.on('message', (text) => {
      const request: Request = JSON.parse(String(text))
      const { transaction, session_id } = request
      const answer = () => socket.send(JSON.stringify({ transaction, session_id, ...reply(request) }))
      if (request.janus !== 'attach' || !onAttach) return answer()
      onAttach(answer)
      onAttach = undefined
    })
  })

  return {
    address: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many connections the front has opened, and how many are open now. */
    connections: () => ({ opened: connections, open: server.clients.size }),
    /** The handles that the front has detached. */
    detached: detached as readonly number[],
    /** The requests that have created mountpoints. */
    mountpoints: mountpoints as readonly Request['body'][],
    /** Holds back the answer to the next attach. Resolves to the function that answers it, once it came. */
    holdAttach: () =>
      new Promise<() => void>((resolve) => {
        onAttach = resolve
      }),
    async stop(): Promise<void> {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
