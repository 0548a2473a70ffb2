import type { FastifyInstance } from 'fastify'
import { createIceServers } from '../http/ice-servers.ts'
import type { StillSource } from '../http/still-route.ts'
import { whepRoutes } from '../http/whep.ts'
import { systemClock } from '../lib/clock.ts'
import { createLoginFollower } from '../players/follow-login.ts'
import type { RealtimeDeps } from '../realtime/realtime.ts'
import { createPublications } from '../video/sfu/publications.ts'
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
}

export function openVideoDelivery(
  foundation: Foundation,
  { cluster }: Store,
  { logins, loginClock, authenticate }: Accounts,
  { floor, video }: Machines,
): VideoDelivery {
  const { config, disposal, logOf, onError } = foundation
  const stills = { engine: video, machine: floor.scene, isOnline: floor.isOnline }
  const onSeat = (listener: (machineId: string) => void) => {
    floor.events.on('status', listener).on('disowned', listener)
    return () => void floor.events.off('status', listener).off('disowned', listener)
  }
  const seats = { ownerOf: floor.ownerOf, onSeat, spectators: config.spectators }
  const iceServers = config.ice.urls.length > 0 ? createIceServers(config.ice, Date.now) : undefined
  const onFollowError = onError('logins', 'the end of a login could not be read')
  const followLogin = createLoginFollower(logins, loginClock, onFollowError)
  const published =
    config.sfu &&
    createPublications({
      ...seats,
      sfu: config.sfu,
      engine: video,
      scene: floor.scene,
      isOnline: floor.isOnline,
      runs: floor.owns,
      onEnded: logins.onEnded,
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
    onEnded: logins.onEnded,
    followLogin,
    authenticate,
    hasSharpLayer: config.video.maxSharpViewers > 0,
    iceServers,
    sfu,
    ...(cluster && { forward: cluster.forwardPicture }),
  }
  return {
    stills,
    areOwners: sfu !== undefined,
    routes: (scope) => whepRoutes(scope, whep),
    source: async (machineId, { expiresAt, ...login }) => ({
      ...((await sfu?.source(machineId, login)) ?? { type: 'screen', url: `/whep/${machineId}` }),
      iceServers: [...(iceServers?.(login.playerId, expiresAt) ?? [])],
    }),
  }
}
