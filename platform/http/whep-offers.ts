import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { Code } from '../../src/contract/codes.ts'
import type { VideoEngine } from '../video/client/engine.ts'
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
import type { WhepSessions } from './whep-sessions.ts'

export interface OfferOptions {
  readonly engine: Pick<VideoEngine, 'open' | 'close'>
  /** The scene of a machine; undefined for an unknown one. */
  readonly machine: (id: string) => Scene | undefined
  /** Whether a machine has video at the moment. */
  readonly isOnline: (id: string) => boolean
  /** The player who is seated at a machine. */
  readonly ownerOf: (id: string) => string | undefined
  /** Sent to viewers in Link headers, once they may have the picture. */
  readonly iceServers?: IceServersOf
  /** Answers viewers with the address of an SFU that has the picture; by default the engine answers their offers. */
  readonly sfu?: Pick<Publications, 'admit'> | undefined
}

/** Answers a viewer's offer: POST to a machine. `mayWatch`: whether a player may have its picture at the moment. */
export function createOfferHandler(
  options: OfferOptions,
  sessions: WhepSessions,
  auth: WhepAuth,
  mayWatch: (machineId: string, playerId: string) => boolean,
) {
  const { engine } = options
  const iceServersFor = (playerId: string) => options.iceServers?.(playerId) ?? []
  /**
   * Whether a player may connect before being seated, and gets the picture with the seat. Not to an SFU, nor where
   * a relay may be needed: its credentials are for players who may have the picture.
   */
  const mayWait = (machineId: string, playerId: string) =>
    !options.sfu && options.ownerOf(machineId) === undefined && iceServersFor(playerId).length === 0
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { machineId } = v.parse(Target, request.params)
    const scene = options.machine(machineId)
    if (!scene) return refuse(reply, Code.machineNotFound)
    if (typeOf(request) !== SDP) return refuse(reply, Code.invalidRequest, undefined, 415)
    if (!options.isOnline(machineId))
      return retryLater(reply, RETRY_AFTER_S.offline, Code.machineOutOfOrder, 409)
    const { playerId, loginId } = auth.identityOf(request)
    const isHeld = !mayWatch(machineId, playerId)
    if (isHeld && !mayWait(machineId, playerId)) return refuse(reply, Code.notSeated, undefined, 403)
    if (options.sfu) return redirect(reply, await options.sfu.admit(machineId, playerId))
    if (!sessions.mayOpen(playerId)) return retryLater(reply, RETRY_AFTER_S.busy, Code.tooManyRequests, 429)
    const opened = await sessions.open(playerId, async () => {
      if (request.raw.socket.destroyed) return undefined
      sessions.makeRoom(playerId)
      const answer = await engine.open(scene, textOf(request), {
        isPlayer: options.ownerOf(machineId) === playerId,
        layer: startingLayer(request.headers.downlink),
        isHeld,
      })
      if ('refused' in answer) return answer
      return { ...answer, ...sessions.add(answer.session, { machineId, playerId, loginId }, isHeld) }
    })
    if (!opened) return
    if ('refused' in opened) return refuseOffer(reply, opened)
    const { session: id, answer, etag } = opened
    // The client is gone, so it could never delete the session.
    if (request.raw.socket.destroyed) return engine.close(id)
    // The login may have ended meanwhile, or a player may have taken the seat.
    const ended = await auth.verifyAgain(request)
    const isPermitted = mayWatch(machineId, playerId)
    if (ended || !(isPermitted || (isHeld && mayWait(machineId, playerId)))) {
      engine.close(id)
      return ended ? unauthorized(reply, ended) : refuse(reply, Code.notSeated, undefined, 403)
    }
    if (isHeld && isPermitted) sessions.seat(machineId, playerId)
    const location = `/whep/${encodeURIComponent(machineId)}/${id}`
    const link = [...iceServerLinks(iceServersFor(playerId)), ...layerLinks(location)]
    const headers = { 'content-type': SDP, location, etag, 'accept-patch': FRAGMENT, link }
    return reply
      .code(201)
      .headers({ ...headers, 'cache-control': 'no-store' })
      .send(answer)
  }
}

/** Sends the viewer to an SFU, once that has the picture. */
function redirect(reply: FastifyReply, location: string | undefined) {
  if (!location) return retryLater(reply, RETRY_AFTER_S.sfu, Code.pipelineFailed, 503)
  return reply.code(307).headers({ location, 'cache-control': 'no-store' }).send()
}
