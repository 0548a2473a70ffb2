import * as v from 'valibot'
import type { VideoSource } from '../../../src/contract/live.ts'
import type { Dispose } from '../../../src/contract/result.ts'
import type { Clock } from '../../lib/clock.ts'
import { messageOf } from '../../lib/message-of.ts'
import { createTokenBuckets } from '../../lib/token-bucket.ts'
import type { FollowLogin } from '../../players/follow-login.ts'
import type { Identity } from '../../players/logins.ts'
import { createSfuTokens } from './sfu-tokens.ts'
import type { EarlierCameras } from './stored-cameras.ts'

/*
 * The cameras of cabinets. Servers of the operator send their pictures; the platform decides who may watch:
 * the player who sits at the cabinet, for as long as the seat and the login last and the cabinet is in
 * service.
 */

/** Where a cabinet's picture is watched. */
export interface Camera {
  /** A WHEP endpoint. */
  readonly url: string
  /** The API of its MediaMTX; undefined: `url` itself takes the end of its viewers. */
  readonly api: string | undefined
}

export interface CamerasOptions {
  /** By machine. */
  readonly cameras: ReadonlyMap<string, Camera>
  /** Those that ended with the start of this platform: their viewers end, which `forget` is told. */
  readonly earlier?: EarlierCameras | undefined
  /** Shared with the front of Janus. */
  readonly secret: string
  /** The player at the machine. */
  readonly ownerOf: (machineId: string) => string | undefined
  /** False: the operator has taken the machine out of service. */
  readonly isInService: (machineId: string) => boolean
  /** Whether this process runs the machine, and so ends its viewers. */
  readonly runs: (machineId: string) => boolean
  /**
   * Calls the listener for machines whose owner or service may have changed. Returns the unsubscribe
   * function.
   */
  readonly onSeat: (listener: (machineId: string) => void) => Dispose
  /** When the newest token of a login expires, in ms since 1970; undefined once the login has ended. */
  readonly endOf: (loginId: string) => Promise<number | undefined>
  readonly onEnded: (listener: (loginId: string) => void) => Dispose
  readonly followLogin: FollowLogin
  readonly clock: Clock
  readonly log: (message: string) => void
}

export interface Cameras {
  /**
   * The address of a cabinet's picture, with a token for this login, which is empty while the cabinet is out
   * of service; undefined: it has no camera.
   */
  source(machineId: string, login: Identity): Promise<v.InferInput<typeof VideoSource> | undefined>
  /** Whether the token lets its player watch the picture at this path of a server now. */
  permits(token: string, path: string): Promise<boolean>
  close(): void
}

/** Checks of a login's tokens, each of which reads the database. */
const CHECKS = { burst: 60, perSecond: 1 }
const RETRY_MS = 5000
const REQUEST_MS = 3000
const PAGE_ITEMS = 1000
/** MediaMTX: /v3/webrtcsessions/list. */
const SessionList = v.object({
  pageCount: v.number(),
  items: v.nullish(v.array(v.object({ id: v.string(), state: v.string(), path: v.string() })), []),
})

/** The path of a stream: the WHEP address without the slashes around it and the endpoint's own name. */
const pathOf = ({ url }: Camera) => decodeURIComponent(new URL(url).pathname).replace(/^\/|\/whep\/?$/g, '')

/** A server that did not do what it was asked for; it may later. */
class Unavailable extends Error {}

async function request(url: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_MS) }).catch((error) => {
    throw new Unavailable(messageOf(error))
  })
  if (answer.status >= 500) throw new Unavailable(`status ${answer.status}`)
  // A viewer that has gone by itself.
  if (!answer.ok && answer.status !== 404) throw new Error(`status ${answer.status}`)
  return answer
}

/** Ends all readers of a path at a MediaMTX, by its API. */
async function kickReaders(api: string, path: string): Promise<void> {
  const sessions = `${api.replace(/\/$/, '')}/v3/webrtcsessions`
  for (let page = 0, pages = 1; page < pages; page += 1) {
    const answer = await request(`${sessions}/list?itemsPerPage=${PAGE_ITEMS}&page=${page}`)
    const list = v.parse(SessionList, await answer.json())
    pages = list.pageCount
    const readers = list.items.filter((session) => session.state === 'read' && session.path === path)
    for (const { id } of readers)
      await request(`${sessions}/kick/${encodeURIComponent(id)}`, { method: 'POST' })
  }
}

/** The pictures of the cabinets' cameras. */
export function createCameras(options: CamerasOptions): Cameras {
  const { cameras, isInService, clock, log } = options
  /** The player who may watch. */
  const viewerOf = (machineId: string) => (isInService(machineId) ? options.ownerOf(machineId) : undefined)
  const tokens = createSfuTokens(options.secret, clock.now)
  /** Of the machines of this process, as it was last. */
  const viewers = new Map<string, string | undefined>()
  /** The logins that were given tokens, with their machines and the functions that stop following them. */
  const logins = new Map<string, { readonly machineId: string; readonly unfollow: Dispose }>()
  /** By address, as an earlier camera of a machine has another one. */
  const retries = new Map<string, () => void>()
  /** The number of attempts to end viewers: one that fails after a later one has nothing left to do. */
  const attempts = new Map<string, number>()
  const failing = new Set<string>()
  const checks = createTokenBuckets(CHECKS)

  async function askForEnd(machineId: string, { url, api }: Camera): Promise<void> {
    if (api !== undefined) return kickReaders(api, pathOf({ url, api }))
    const authorization = `Bearer ${await tokens.signEnd(machineId)}`
    await request(url, { method: 'DELETE', headers: { authorization } })
  }

  /** Ends all viewers of a camera, and tries again while its server is away. */
  async function endViewersOf(machineId: string, camera: Camera, onEnded = () => {}): Promise<void> {
    const { url } = camera
    retries.get(url)?.()
    retries.delete(url)
    const attempt = (attempts.get(url) ?? 0) + 1
    attempts.set(url, attempt)
    try {
      await askForEnd(machineId, camera)
      failing.delete(url)
      onEnded()
    } catch (error) {
      if (attempts.get(url) !== attempt) return
      if (!failing.has(url))
        log(`the viewers of machine ${machineId} may still see its camera: ${messageOf(error)}`)
      failing.add(url)
      if (error instanceof Unavailable)
        retries.set(
          url,
          clock.after(RETRY_MS, () => void endViewersOf(machineId, camera, onEnded)),
        )
    }
  }

  function endViewers(machineId: string): void {
    const camera = cameras.get(machineId)
    if (camera) void endViewersOf(machineId, camera)
  }

  function forget(loginId: string): void {
    logins.get(loginId)?.unfollow()
    logins.delete(loginId)
  }

  function endLogin(loginId: string): void {
    const machineId = logins.get(loginId)?.machineId
    forget(loginId)
    if (machineId !== undefined) endViewers(machineId)
  }

  function onSeat(machineId: string): void {
    if (!cameras.has(machineId)) return
    const viewer = viewerOf(machineId)
    if (viewer === undefined)
      for (const [loginId, login] of logins) if (login.machineId === machineId) forget(loginId)
    if (!options.runs(machineId)) return void viewers.delete(machineId)
    const isKnown = viewers.has(machineId)
    if (isKnown && viewers.get(machineId) === viewer) return
    viewers.set(machineId, viewer)
    // An earlier process may have left viewers behind; a player who sits already is one of them.
    if (isKnown || viewer === undefined) endViewers(machineId)
  }

  const stopSeat = options.onSeat(onSeat)
  const stopEnded = options.onEnded(endLogin)
  for (const machineId of cameras.keys()) onSeat(machineId)
  const { earlier } = options
  for (const [machineId, camera] of earlier?.cameras ?? [])
    void endViewersOf(machineId, camera, () => earlier?.forget(machineId))

  return {
    async source(machineId, login) {
      const camera = cameras.get(machineId)
      if (!camera) return undefined
      const source = { type: 'camera' as const, url: camera.url }
      if (!isInService(machineId)) return { ...source, token: '' }
      const { loginId } = login
      if (logins.get(loginId)?.machineId !== machineId) {
        forget(loginId)
        const unfollow = options.followLogin(loginId, () => endLogin(loginId))
        logins.set(loginId, { machineId, unfollow })
      }
      return { ...source, token: await tokens.signCamera(machineId, login) }
    },
    async permits(token, path) {
      const claims = await tokens.verifyCamera(token)
      const camera = cameras.get(claims?.machine ?? '')
      if (!claims || !camera || pathOf(camera) !== path) return false
      if (viewerOf(claims.machine) !== claims.player) return false
      if (!checks.take(claims.login, clock.steady())) return false
      return ((await options.endOf(claims.login)) ?? 0) > clock.now()
    },
    close() {
      stopSeat()
      stopEnded()
      for (const loginId of [...logins.keys()]) forget(loginId)
      for (const cancel of retries.values()) cancel()
    },
  }
}
