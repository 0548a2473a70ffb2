import type { FastifyInstance } from 'fastify'
import { disposeAll } from '../../src/contract/result.ts'
import { createIceServers } from '../http/ice-servers.ts'
import type { StillSource } from '../http/still-route.ts'
import { videoAuthorizeRoute } from '../http/video-authorize-route.ts'
import { whepPath, whepRoutes } from '../http/whep.ts'
import { systemClock } from '../lib/clock.ts'
import { createListeners } from '../lib/listeners.ts'
import { repeat } from '../lib/repeat.ts'
import { createLoginFollower } from '../players/follow-login.ts'
import type { RealtimeDeps } from '../realtime/realtime.ts'
import type { Db } from '../store/db.ts'
import { type Cameras, type CamerasOptions, createCameras } from '../video/sfu/cameras.ts'
import { createPublications } from '../video/sfu/publications.ts'
import { storeCameras } from '../video/sfu/stored-cameras.ts'
import type { Accounts } from './accounts.ts'
import type { Foundation } from './foundation.ts'
import type { Machines } from './machines.ts'
import type { Store } from './store.ts'

/** How the machines' video reaches players: by WHEP from this process or an SFU, and as stills. */
export interface VideoDelivery {
  readonly stills: StillSource
  routes(scope: FastifyInstance): Promise<void>
  readonly source: NonNullable<RealtimeDeps['videoSource']>
  /** Whether the machine's owner sends its video, whichever process the player's page is connected to. */
  readonly areOwners: boolean
  /** Ends the pictures of a login that goes on, but not from its address. */
  endPictures(loginId: string): void
}

/** How often a process reads what another one may have changed without a message. */
const SEATS_READ_MS = 1000
const LOGIN_READ_MS = 5000

export async function openVideoDelivery(
  foundation: Foundation,
  { db, cluster }: Store,
  { logins, loginClock, authenticate }: Accounts,
  { floor, video }: Machines,
): Promise<VideoDelivery> {
  const { config, disposal, logOf, onError } = foundation
  const forbidden = createListeners<[loginId: string]>()
  const onEnded = (listener: (loginId: string) => void) =>
    disposeAll([logins.onEnded(listener), forbidden.add(listener)])
  const stills = { engine: video, machine: floor.scene, isOnline: floor.isOnline }
  const unknown = createListeners<[machineId: string]>()
  const onSeat = (listener: (machineId: string) => void) => {
    floor.events.on('status', listener).on('disowned', listener)
    const stopUnknown = unknown.add(listener)
    return () => {
      stopUnknown()
      floor.events.off('status', listener).off('disowned', listener)
    }
  }
  const { ownerOf, readSeats } = floor
  const seats = { ownerOf, onSeat, readSeats, spectators: config.spectators }
  const iceServers = config.ice.urls.length > 0 ? createIceServers(config.ice, Date.now) : undefined
  const onFollowError = onError('logins', 'the end of a login could not be read')
  const followLogin = createLoginFollower(logins, loginClock, onFollowError, cluster && LOGIN_READ_MS)
  const published =
    config.sfu &&
    createPublications({
      ...seats,
      sfu: config.sfu,
      engine: video,
      scene: floor.scene,
      isOnline: floor.isOnline,
      runs: floor.owns,
      onEnded,
      followLogin,
      clock: systemClock,
      isPlayed(machineId) {
        const owner = floor.ownerOf(machineId)
        const status = owner === undefined ? undefined : floor.seatStatus(owner).machine_status
        return status === 'playing' || status === 'cashing-out'
      },
      log: (message) => logOf('sfu').warn({}, message),
    })
  if (published) disposal.defer(() => published.close())
  const sfu = published && (cluster?.publications(published) ?? published)
  const whep = {
    ...stills,
    ...seats,
    isKnown: floor.isKnown,
    onEnded,
    followLogin,
    authenticate,
    hasSharpLayer: config.video.maxSharpViewers > 0,
    iceServers,
    sfu,
    ...(cluster && { forward: cluster.forwardPicture }),
  }
  const cameras = await openCameras(foundation, db, {
    ...seats,
    isInService: floor.isInService,
    endOf: logins.endOf,
    onEnded,
    followLogin,
    runs: floor.owns,
    ...(cluster && { askOwner: cluster.cameras.askOwner }),
  })
  if (cameras) cluster?.cameras.answerWith(cameras)
  /** The reports of other processes may not arrive, nor may the database answer. */
  async function followSeats(): Promise<void> {
    await readSeats()
    for (const machineId of floor.ids()) if (!floor.isKnown(machineId)) unknown.emit(machineId)
  }
  if (cluster)
    disposal.defer(
      repeat(followSeats, SEATS_READ_MS, systemClock, onError('floor', 'the seats could not be read')),
    )
  return {
    stills,
    areOwners: sfu !== undefined,
    endPictures: forbidden.emit,
    async routes(scope) {
      await scope.register((inner) => whepRoutes(inner, whep))
      const { cameraSecret: secret } = config
      if (cameras && secret !== undefined)
        videoAuthorizeRoute(scope, { cameras, secret, log: logOf('cameras') })
    },
    source: async (machineId, { expiresAt, ...login }) => ({
      ...((await cameras?.source(machineId, login)) ??
        (await sfu?.source(machineId, login)) ?? { type: 'screen', url: whepPath(machineId) }),
      iceServers: [...(iceServers?.(login.playerId, expiresAt) ?? [])],
    }),
  }
}

/** The cameras of the floor's cabinets; undefined if it has none, and had none. */
async function openCameras(
  { config, disposal, logOf, onError, plan }: Foundation,
  db: Db,
  options: Omit<CamerasOptions, 'cameras' | 'earlier' | 'secret' | 'clock' | 'log'>,
): Promise<Cameras | undefined> {
  const cameras = new Map(plan?.machines.flatMap(({ id, camera }) => (camera ? [[String(id), camera]] : [])))
  const { cameras: earlier, forget } = await storeCameras(db, cameras)
  if (cameras.size + earlier.size === 0) return undefined
  const log = (message: string) => logOf('cameras').warn({}, message)
  if (config.cameraSecret === undefined) {
    log(
      `VIDEO_SFU_SECRET is not set: the viewers of machines ${[...earlier.keys()]} may still see their cameras`,
    )
    return undefined
  }
  const onForgetError = onError('cameras', 'an earlier camera could not be forgotten')
  const opened = createCameras({
    ...{ ...options, cameras, secret: config.cameraSecret, clock: systemClock, log },
    earlier: { cameras: earlier, forget: (machineId) => forget(machineId).catch(onForgetError) },
  })
  disposal.defer(opened.close)
  return opened
}
