import type * as v from 'valibot'
import type { VideoSource } from '../../../src/contract/live.ts'
import type { Dispose } from '../../../src/contract/result.ts'
import type { Clock } from '../../lib/clock.ts'
import { inTime } from '../../lib/in-time.ts'
import { createTokenBuckets } from '../../lib/token-bucket.ts'
import type { FollowLogin } from '../../players/follow-login.ts'
import type { Identity } from '../../players/logins.ts'
import { createCameraSessions } from './camera-sessions.ts'
import { type Camera, createViewerEnds, pathOf } from './camera-viewers.ts'
import { createSfuTokens } from './sfu-tokens.ts'
import type { EarlierCameras } from './stored-cameras.ts'

/*
 * The cameras of cabinets. Servers of the operator send their pictures; the platform decides who may watch:
 * the player who sits at the cabinet, for as long as the seat and the login last and the cabinet is in
 * service.
 */

export interface CamerasOptions {
  /** By machine. */
  readonly cameras: ReadonlyMap<string, Camera>
  /** Those that ended with the start of this platform: their viewers end, which `forget` is told. */
  readonly earlier?: EarlierCameras | undefined
  /** Shared with the front of Janus. */
  readonly secret: string
  /** The player at the machine. */
  readonly ownerOf: (machineId: string) => string | undefined
  /** Reads who is at the machine where another process may know it better; false: not in time. */
  readonly readSeats?: (machineId: string) => Promise<boolean>
  /** False: the operator has taken the machine out of service. */
  readonly isInService: (machineId: string) => boolean
  /** Whether this process runs the machine, and so ends its viewers. */
  readonly runs: (machineId: string) => boolean
  /** Asks the process that runs the machine what `permits` says there; undefined: it does not answer. */
  readonly askOwner?: (
    machineId: string,
    question: Parameters<Cameras['permits']>,
  ) => Promise<boolean | undefined>
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
   * The address of a cabinet's picture, with a token for this login, which is empty unless its player may
   * watch; undefined: it has no camera.
   */
  source(machineId: string, login: Identity): Promise<v.InferInput<typeof VideoSource> | undefined>
  /**
   * Whether the token lets its player watch the picture at this path of a server now. `session`: the server's
   * id of the viewer that it opens.
   */
  permits(token: string, path: string, session?: string): Promise<boolean>
  close(): void
}

/** Checks of a login's tokens, each of which reads the database. */
const CHECKS = { burst: 60, perSecond: 1 }
const CHECK_MS = 3000

/** The pictures of the cabinets' cameras. */
export function createCameras(options: CamerasOptions): Cameras {
  const { cameras, isInService, readSeats = async () => true, clock, log } = options
  /** The player who may watch. */
  const viewerOf = (machineId: string) => (isInService(machineId) ? options.ownerOf(machineId) : undefined)
  const tokens = createSfuTokens(options.secret, clock.now)
  /** Of the machines of this process, as it was last. */
  const viewers = new Map<string, string | undefined>()
  /** The logins that were given tokens, with their machines and the functions that stop following them. */
  const logins = new Map<string, { readonly machineId: string; readonly unfollow: Dispose }>()
  const sessions = createCameraSessions()
  const ends = createViewerEnds({
    signEnd: (machineId, isForAll) => tokens.signEnd(machineId, isForAll ? undefined : viewerOf(machineId)),
    isOfPlayer: (machineId, session) => sessions.isOf(session, machineId, viewerOf(machineId)),
    clock,
    log,
  })
  const checks = createTokenBuckets(CHECKS)

  /** Those of the player at the machine stay, unless it is for all. */
  function endViewers(machineId: string, isForAll: boolean): void {
    const camera = cameras.get(machineId)
    if (camera) void ends.end(machineId, camera, isForAll)
  }

  function forget(loginId: string): void {
    logins.get(loginId)?.unfollow()
    logins.delete(loginId)
  }

  function endLogin(loginId: string): void {
    const machineId = logins.get(loginId)?.machineId
    forget(loginId)
    sessions.forgetLogin(loginId)
    if (machineId !== undefined) endViewers(machineId, true)
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
    if (isKnown || viewer === undefined) endViewers(machineId, false)
  }

  const stopSeat = options.onSeat(onSeat)
  const stopEnded = options.onEnded(endLogin)
  for (const machineId of cameras.keys()) onSeat(machineId)
  const { earlier } = options
  for (const [machineId, camera] of earlier?.cameras ?? [])
    void ends.end(machineId, camera, true, () => earlier?.forget(machineId))

  return {
    async source(machineId, login) {
      const camera = cameras.get(machineId)
      if (!camera) return undefined
      const source = { type: 'camera' as const, url: camera.url }
      const isRead = await readSeats(machineId)
      if (!isRead || viewerOf(machineId) !== login.playerId) return { ...source, token: '' }
      const { loginId } = login
      if (logins.get(loginId)?.machineId !== machineId) {
        forget(loginId)
        const unfollow = options.followLogin(loginId, () => endLogin(loginId))
        logins.set(loginId, { machineId, unfollow })
      }
      return { ...source, token: await tokens.signCamera(machineId, login) }
    },
    async permits(token, path, session) {
      const claims = await tokens.verifyCamera(token)
      const camera = cameras.get(claims?.machine ?? '')
      if (!claims || !camera || pathOf(camera) !== path) return false
      const { machine, player, login } = claims
      if (!checks.take(login, clock.steady())) return false
      const answer = options.runs(machine)
        ? undefined
        : await options.askOwner?.(machine, [token, path, session])
      if (answer !== undefined) return answer
      const read = Promise.all([options.endOf(login), readSeats(machine)])
      const [end = 0, isRead] = (await inTime(read, CHECK_MS, clock)) ?? []
      if (!isRead || viewerOf(machine) !== player || end <= clock.now()) return false
      const surplus = session === undefined ? undefined : sessions.add(session, claims)
      if (surplus !== undefined) void ends.endSession(camera, surplus)
      return true
    },
    close() {
      stopSeat()
      stopEnded()
      for (const loginId of [...logins.keys()]) forget(loginId)
      ends.close()
    },
  }
}
