import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import { createWatcher, type Watcher } from '../video/worker/watcher.ts'

/* For tests: sockets, calls and pictures of players at the processes of a cluster, by their places. */

/** A socket, the events that it received, and its requests with an acknowledgement. */
interface TestSocket {
  readonly socket: Socket
  readonly pushes: readonly { name: string; payload: unknown }[]
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the acknowledgement that it expects
  readonly request: (name: string, payload: object) => Promise<any>
}

export function createTestClients(addressOf: (place: number) => string, metricsToken: string) {
  function openSocket(place: number, token: string): TestSocket {
    const socket = io(addressOf(place), {
      auth: { token },
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
    })
    const pushes: { name: string; payload: unknown }[] = []
    socket.onAny((name: string, payload: unknown) => void pushes.push({ name, payload }))
    const request = (name: string, payload: object) => socket.timeout(10_000).emitWithAck(name, payload)
    return { socket, pushes, request }
  }

  const post = (place: number, path: string, token: string, body: object = {}) =>
    fetch(`${addressOf(place)}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  let sdp: Promise<string> | undefined
  /** An offer that is answered but never connects; its picture takes a place all the same. */
  function sharedOffer(): Promise<string> {
    const watcher = createWatcher()
    return watcher.offer().finally(() => watcher.close())
  }
  const postOffer = (place: number, token: string, machineId: string, body: string) =>
    fetch(`${addressOf(place)}/whep/${machineId}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
      body,
    })
  const urlOf = (place: number, { headers }: Response) =>
    `${addressOf(place)}${headers.get('location') ?? ''}`

  return {
    openSocket,
    post,
    get: (place: number, path: string, token: string) =>
      fetch(`${addressOf(place)}${path}`, { headers: { authorization: `Bearer ${token}` } }),
    /** Opens a page and joins a machine with it. */
    async sit(place: number, token: string, machineID: string) {
      const page = openSocket(place, token)
      expect(await page.request('init', { token, machineID, page: token.slice(-20) })).toMatchObject({
        ok: true,
      })
      return page
    },
    async offer(place: number, token: string, machineId: string) {
      sdp ??= sharedOffer()
      const answer = await postOffer(place, token, machineId, await sdp)
      return { status: answer.status, url: urlOf(place, answer) }
    },
    /**
     * Opens a picture that lasts beyond the time in which a viewer has to connect. `watcher` has made the
     * offer.
     */
    async watch(place: number, token: string, machineId: string, watcher: Watcher, sdp: string) {
      const answer = await postOffer(place, token, machineId, sdp)
      expect(answer.status).toBe(201)
      watcher.answer(await answer.text())
      return urlOf(place, answer)
    },
    /** The status of a picture, which this does not change: 412 while it is open. */
    async probe(url: string, token: string): Promise<number> {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/trickle-ice-sdpfrag',
        'if-match': '"none"',
      }
      return (await fetch(url, { method: 'PATCH', headers, body: '' })).status
    },
    /** Pictures that a process sends. */
    async pictures(place: number): Promise<number> {
      const headers = { authorization: `Bearer ${metricsToken}` }
      const text = await (await fetch(`${addressOf(place)}/metrics`, { headers })).text()
      return Number(/^reelcast_pictures (\d+)$/m.exec(text)?.[1])
    },
  }
}
