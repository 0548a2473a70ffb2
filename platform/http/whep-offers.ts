import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import { createQueues } from '../floor/keyed-queue.ts'
import type { FollowLogin } from '../players/follow-login.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import type { Right } from '../video/client/viewers.ts'
import type { Scene } from '../video/protocol/machine-state.ts'
import type { Publications } from '../video/sfu/publications.ts'
import { refuse } from './error-responses.ts'
import { type IceServersOf, iceServerLinks } from './ice-servers.ts'
import { unauthorized, type WhepAuth } from './whep-auth.ts'
import { layerLinks, startingLayer } from './whep-layers.ts'
import {
  FRAGMENT,
  RETRY_AFTER_S,
  refuseOffer,
  retryLater,
  SDP,
  Target,
  textOf,
  typeOf,
} from './whep-messages.ts'

export interface OfferOptions {
  readonly engine: Pick<VideoEngine, 'open' | 'close' | 'viewer'>
  /** The scene of a machine; undefined for an unknown one. */
  readonly machine: (id: string) => Scene | undefined
  /** Whether a machine has video at the moment. */
  readonly isOnline: (id: string) => boolean
  /** The player who is seated at a machine. */
  readonly ownerOf: (id: string) => string | undefined
  /** Reads who is seated at a machine where another process may know it better; false: not in time. */
  readonly readSeats?: (id: string) => Promise<boolean>
  /** Whether it is known who is seated at a machine. */
  readonly isKnown?: (id: string) => boolean
  /** Reports when no token of a login is valid any more; its viewers are closed. */
  readonly followLogin?: FollowLogin
  /** Sent to viewers in Link headers, once they may have the picture; undefined: there are none. */
  readonly iceServers?: IceServersOf | undefined
  /**
   * Answers viewers with the address of an SFU that has the picture; by default the engine answers their
   * offers.
   */
  readonly sfu?: Pick<Publications, 'admit'> | undefined
}

/** What a player may have of a machine at the moment. */
export type RightOf = (machineId: string, playerId: string) => Right | undefined

/** Openings of a player that run or wait. */
const MAX_OPENINGS = 4

/** A player's openings run one after the other. */
function createOpenings() {
  const queues = createQueues()
  const pending = new Map<string, number>()
  return {
    isFull: (playerId: string) => (pending.get(playerId) ?? 0) >= MAX_OPENINGS,
    run<T>(playerId: string, opening: () => Promise<T>): Promise<T> {
      pending.set(playerId, (pending.get(playerId) ?? 0) + 1)
      return queues.run(playerId, opening).finally(() => {
        const left = (pending.get(playerId) ?? 1) - 1
        if (left > 0) pending.set(playerId, left)
        else pending.delete(playerId)
      })
    },
  }
}

/** Answers a viewer's offer: POST to a machine. */
export function createOfferHandler(options: OfferOptions, auth: WhepAuth, rightOf: RightOf) {
  const { engine, followLogin } = options
  const openings = createOpenings()
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { machineId } = v.parse(Target, request.params)
    const scene = options.machine(machineId)
    if (!scene) return refuse(reply, Code.machineNotFound)
    if (typeOf(request) !== SDP) return refuse(reply, Code.invalidRequest, undefined, 415)
    if ((await options.readSeats?.(machineId)) === false)
      return retryLater(reply, RETRY_AFTER_S.down, Code.pipelineFailed, 503)
    const { playerId, loginId, expiresAt } = auth.identityOf(request)
    const login = { playerId, loginId }
    const right = () => rightOf(machineId, playerId)
    const mayOpen = () => ![undefined, 'ending'].includes(right())
    if (!mayOpen()) return refuseRight(reply, options.isOnline(machineId))
    if (options.sfu) return redirect(reply, await options.sfu.admit(machineId, login))
    if (openings.isFull(playerId)) return retryLater(reply, RETRY_AFTER_S.busy, Code.tooManyRequests, 429)
    const opened = await openings.run(playerId, async () => {
      if (request.raw.socket.destroyed) return undefined
      const layer = startingLayer(request.headers.downlink)
      const follow = followLogin && ((onEnd: () => void) => followLogin(loginId, onEnd))
      return engine.open(scene, textOf(request), { login, right, layer, ...(follow && { follow }) })
    })
    if (!opened) return
    const close = () => {
      if ('id' in opened) engine.close(opened.id)
    }
    // The client is gone, so it could never delete the viewer.
    if (request.raw.socket.destroyed) return close()
    // The login and the right may have ended meanwhile.
    const ended = await auth.verifyAgain(request)
    if (ended || !mayOpen()) {
      close()
      return ended ? unauthorized(reply, ended) : refuseRight(reply, options.isOnline(machineId))
    }
    if ('refused' in opened) return refuseOffer(reply, opened)
    const { id, answer } = opened
    const viewer = engine.viewer(id)
    if (!viewer) return retryLater(reply, RETRY_AFTER_S.down, Code.pipelineFailed, 503)
    const location = `/whep/${encodeURIComponent(machineId)}/${id}`
    const iceServers = options.iceServers?.(playerId, expiresAt) ?? []
    const link = [...iceServerLinks(iceServers), ...layerLinks(location)]
    const headers = { 'content-type': SDP, location, etag: viewer.etag, 'accept-patch': FRAGMENT, link }
    return reply
      .code(201)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(answer)
  }
}

/** Answers a player who may not have the picture of a machine. */
function refuseRight(reply: FastifyReply, isOnline: boolean) {
  if (isOnline) return refuse(reply, Code.notSeated, undefined, 403)
  return retryLater(reply, RETRY_AFTER_S.offline, Code.machineOutOfOrder, 409)
}

/** Sends the viewer to an SFU, once that has the picture. */
function redirect(reply: FastifyReply, location: string | undefined) {
  if (!location) return retryLater(reply, RETRY_AFTER_S.sfu, Code.pipelineFailed, 503)
  return reply.code(307).headers({ location, 'cache-control': 'no-store' }).send()
}
