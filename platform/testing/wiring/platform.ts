import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { expect } from 'vitest'
import type { FloorDeps } from '../../floor/ports/floor.ts'
import { authenticateBearer } from '../../http/auth.ts'
import { createIceServers } from '../../http/ice-servers.ts'
import { whepRoutes } from '../../http/whep.ts'
import { balanceOf, walletOf } from '../../ledger/ledger.ts'
import { fakeClock } from '../../lib/clock.ts'
import { createLoginFollower } from '../../players/follow-login.ts'
import { createRealtime } from '../../realtime/realtime.ts'
import { startVideo } from '../../video/client/engine.ts'
import type { ViewerLimits } from '../../video/client/viewers.ts'
import { createTestFloor, type TestFloor } from '../floor/floor.ts'
import { testServer } from '../http/server.ts'
import { createWatcher, type Watcher } from '../video/worker/watcher.ts'

/*
 * For tests: a platform in this process, with real HTTP, sockets and WebRTC, on a clock that the test
 * advances. Its players use the test floor; their pictures show a machine of another game.
 */

const TOKEN_MS = 60 * 60_000
export const HOLD_MS = 5 * 60_000
const IDLE_MS = 60_000
const TURN_SECRET = 'a-secret-of-the-turn-server'

interface Options extends ViewerLimits {
  readonly spectators?: boolean
  /** Of the process that runs the video worker. */
  readonly socket?: string
  readonly floor?: Partial<FloorDeps>
  readonly limits?: { calls: number; logins: number }
  readonly loginIdleMs?: number
  readonly hasTurn?: boolean
}

/** The answer to an offer. `url` is the picture's; empty without one. */
interface OfferAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly url: string
}

export type TestPlatform = Awaited<ReturnType<typeof startTestPlatform>>

export async function startTestPlatform(options: Options = {}) {
  const clock = fakeClock(Date.parse('2026-11-20T12:00:00Z'))
  const engine = startVideo({ prerender: false, marker: 'credit', connectMs: 10 * 60_000, ...options })
  let t: TestFloor | undefined
  const floorOf = () => {
    if (!t) throw new Error('the floor is not open yet')
    return t.floor
  }
  const sceneOf = (id: string) =>
    floorOf().scene(id) && { id, name: `Nar ${id}`, brand: 'nar', game: 'classic5' }
  const ice = options.hasTurn
    ? createIceServers(
        { urls: ['turn:turn.example'], turnSecret: TURN_SECRET, ttlSeconds: 43_200 },
        clock.now,
      )
    : () => []
  const server = await testServer(
    async (db) => {
      t = await createTestFloor(db, { idleMs: IDLE_MS, holdMs: HOLD_MS, ...options.floor }, clock)
      return t.floor
    },
    {
      tokenMs: TOKEN_MS,
      loginIdleMs: options.loginIdleMs ?? 0,
      ...(options.limits && { limits: options.limits }),
    },
    {
      extraRoutes: (scope, logins) =>
        whepRoutes(scope, {
          engine,
          authenticate: authenticateBearer(logins),
          machine: sceneOf,
          isOnline: (id) => floorOf().isOnline(id),
          ownerOf: (id) => floorOf().ownerOf(id),
          onSeat(listener) {
            floorOf().events.on('status', listener)
            return () => floorOf().events.off('status', listener)
          },
          spectators: options.spectators ?? false,
          onEnded: logins.onEnded,
          followLogin: createLoginFollower(logins, clock, () => {}),
          iceServers: ice,
        }),
    },
  )
  server.clock.now = clock.now()
  const log = { warn() {}, error: (details: object) => expect.soft(details).toBeUndefined() }
  const realtime = createRealtime(server.app.server, {
    floor: floorOf(),
    clock,
    log,
    async verify(token) {
      const verified = await server.logins.verify(token)
      return verified.ok ? { ...verified.identity, expiresAt: verified.expiresAt } : { code: verified.code }
    },
    signedLogin: async (token) => (await server.logins.signedBy(token))?.loginId,
    async wallet(playerId) {
      const { balance, version } = await balanceOf(server.database.db, walletOf(playerId))
      return { balance, seq: version }
    },
  })
  server.logins.onEnded((loginId, code) => realtime.endLogin(loginId, code))
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  const address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
  const sockets: Socket[] = []
  const watchers: Watcher[] = []

  function dial(token: string): Socket {
    const socket = io(address, {
      auth: { token },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    })
    sockets.push(socket)
    return socket
  }

  const call = (method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS', path: string, token: string, body?: object) =>
    fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })

  async function post(token: string, machineId: string, sdp: string): Promise<OfferAnswer> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' }
    const answer = await fetch(`${address}/whep/${machineId}`, { method: 'POST', headers, body: sdp })
    const url = answer.headers.get('location') ?? ''
    return { status: answer.status, headers: answer.headers, text: await answer.text(), url }
  }

  let sdp: Promise<string> | undefined
  /** An offer that is answered but never connects; its picture takes a place all the same. */
  function sharedOffer(): Promise<string> {
    const watcher = createWatcher()
    return watcher.offer().finally(() => watcher.close())
  }

  return {
    ...{ server, clock, engine, address, realtime, call, dial, floor: floorOf() },
    /** Advances the clock and waits for the work that this starts. */
    async pass(ms: number): Promise<void> {
      server.clock.now += ms
      await t?.pass(ms)
    },
    /** Logs the player in and returns the token. */
    async logIn(playerId: string): Promise<string> {
      const player = server.database.db.selectFrom('players').where('id', '=', Number(playerId))
      const { password_hash } = await player.select('password_hash').executeTakeFirstOrThrow()
      const login = await server.logins.open(
        playerId,
        { ip: '', device: '' },
        { passwordHash: password_hash },
      )
      return login?.token ?? ''
    },
    /** Opens a page's socket and joins a machine with it. */
    async sit(token: string, machineID: string): Promise<Socket> {
      const socket = dial(token)
      const joined = await socket.timeout(10_000).emitWithAck('init', { token, machineID })
      expect(joined).toMatchObject({ ok: true })
      return socket
    },
    load: (socket: Socket, amount = 1000) =>
      socket.timeout(10_000).emitWithAck('load', { requestId: randomUUID(), amount }),
    /** Requests a picture for an offer that never connects. */
    async offer(token: string, machineId: string) {
      sdp ??= sharedOffer()
      return post(token, machineId, await sdp)
    },
    /** Opens a picture and waits for its first frame. */
    async watch(token: string, machineId: string) {
      const watcher = createWatcher()
      watchers.push(watcher)
      const opened = await post(token, machineId, await watcher.offer())
      expect(opened.status).toBe(201)
      watcher.answer(opened.text)
      await watcher.frame()
      return { ...opened, watcher }
    },
    /** Number of peers of the video process, by machine. */
    peers: async () => (await engine.stats())?.viewers,
    /** Closes pages and viewers, and frees every seat. */
    async reset(): Promise<void> {
      for (const socket of sockets.splice(0)) socket.disconnect()
      await Promise.all(watchers.splice(0).map((watcher) => watcher.close()))
    },
    async close(): Promise<void> {
      await this.reset()
      await realtime.close()
      await floorOf().stop()
      await server.close()
      await engine.stop()
    },
  }
}
