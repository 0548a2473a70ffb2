import type * as v from 'valibot'
import type { VideoSource } from '../../../src/contract/live.ts'
import type { Dispose } from '../../../src/contract/result.ts'
import type { Clock } from '../../lib/clock.ts'
import { createTokenBuckets } from '../../lib/token-bucket.ts'
import type { FollowLogin } from '../../players/follow-login.ts'
import type { Identity } from '../../players/logins.ts'
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
  const ends = createViewerEnds(tokens.signEnd, clock, log)
  /** The ids of the machines whose earlier viewers this process has disconnected. */
  const cleared = new Set<string>()
  const checks = createTokenBuckets(CHECKS)

  /** Whether its server asks the platform about each viewer. The front of Janus checks tokens by itself. */
  const asksBefore = (machineId: string) => cameras.get(machineId)?.api !== undefined

  function endViewers(machineId: string): void {
    const camera = cameras.get(machineId)
    cleared.delete(machineId)
    if (camera) void ends.end(machineId, camera, () => cleared.add(machineId))
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
    const earlier = viewers.get(machineId)
    if (isKnown && earlier === viewer) return
    viewers.set(machineId, viewer)
    // This player is the only possible viewer, and the MediaMTX may be answering its offer now.
    if (isKnown && earlier === undefined && cleared.has(machineId) && asksBefore(machineId)) return
    // An earlier process may have left viewers behind; a player who sits already is one of them.
    if (isKnown || viewer === undefined) endViewers(machineId)
  }

  const stopSeat = options.onSeat(onSeat)
  const stopEnded = options.onEnded(endLogin)
  for (const machineId of cameras.keys()) onSeat(machineId)
  const { earlier } = options
  for (const [machineId, camera] of earlier?.cameras ?? [])
    void ends.end(machineId, camera, () => earlier?.forget(machineId))

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
      ends.close()
    },
  }
}
