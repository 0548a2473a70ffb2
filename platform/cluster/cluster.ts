import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { sql } from 'kysely'
import * as v from 'valibot'
import type { Log } from '../floor/context.ts'
import type { Floor } from '../floor/ports/floor.ts'
import type { SharedCount } from '../players/lockout.ts'
import type { Db } from '../store/db.ts'
import type { VideoEngine } from '../video/client/engine.ts'
import type { Cameras, CamerasOptions } from '../video/sfu/cameras.ts'
import type { Publications } from '../video/sfu/publications.ts'
import { openBus } from './bus.ts'
import { createCaller, type Link, openLink } from './link.ts'
import { type ReplicateDeps, sender, sharedVideo, startReplication } from './replicate.ts'
import { askCameraOwner, CAMERA_CALL, runForwardedCamera } from './shared-cameras.ts'
import { createSharedFloor, runForwarded } from './shared-floor.ts'
import { sharedKey } from './shared-key.ts'
import {
  createSharedPublications,
  isPublicationCall,
  runForwardedPublication,
} from './shared-publications.ts'

/*
 * Several processes on one database form one floor. Each machine has one owner among them (lease.ts). Other
 * processes forward commands to it (shared-floor.ts). Its reports reach the sockets, lists and pictures of
 * all processes (replicate.ts).
 */

const FORWARD_TIMEOUT_MS = 5000
const NodeId = v.pipe(v.string(), v.uuid())
const Injected = v.object({
  status: v.number(),
  headers: v.record(v.string(), v.union([v.string(), v.array(v.string())])),
  body: v.string(),
})
const Request = v.object({
  method: v.picklist(['GET', 'POST', 'PATCH', 'DELETE']),
  url: v.string(),
  headers: v.record(v.string(), v.string()),
  payload: v.string(),
  remoteAddress: v.string(),
})
/** The headers that a WHEP route reads from a request. */
const REQUEST_HEADERS = ['authorization', 'content-type', 'if-match', 'origin'] as const
const ANSWER_HEADERS = [
  'content-type',
  'etag',
  'location',
  'link',
  'retry-after',
  'allow',
  'www-authenticate',
]

/**
 * ARGV: the maximum, when a count below it expires, and one that reaches it. Above it nothing is prolonged,
 * and what is left is no more than its length, also after the clock of Redis was set back.
 */
const COUNT_FAILURE = `local count = redis.call('INCR', KEYS[1])
  local ms = count < tonumber(ARGV[1]) and ARGV[2] or ARGV[3]
  if count <= tonumber(ARGV[1]) or redis.call('PTTL', KEYS[1]) > tonumber(ms) then
    redis.call('PEXPIRE', KEYS[1], ms)
  end
  return {count, redis.call('PTTL', KEYS[1])}`
const Counted = v.tuple([v.number(), v.number()])

export interface ClusterDeps {
  readonly redisUrl: string
  /** host:port for calls from other processes; port 0: a free one. */
  readonly nodeAddress: string
  readonly db: Db
  /** The id of this process. */
  readonly node: string
  readonly log: Log
}

export interface Cluster {
  /** The part of the video that other processes also show. */
  video(video: VideoEngine): Pick<VideoEngine, 'meters' | 'spin'>
  /** Counters that all processes share. */
  readonly counters: { readonly redis: Redis; readonly prefix: string }
  /** Counts failed logins with unknown names; fails during an outage of Redis. */
  readonly countFailure: SharedCount
  /** Accepts commands of other processes; returns the floor of all processes. */
  join(floor: Floor, app: FastifyInstance, isStopping: () => boolean): Promise<Floor>
  /** The publications of all processes; each machine's owner publishes it. Call it after `join`. */
  publications(own: Publications): Publications
  /** The cameras of all processes: each machine's owner knows their viewers. */
  readonly cameras: {
    readonly askOwner: NonNullable<CamerasOptions['askOwner']>
    answerWith(own: Cameras): void
  }
  /** host:port of this process, after `join`. */
  address(): string
  start(deps: Omit<ReplicateDeps, 'bus' | 'send'>): void
  readonly send: ReturnType<typeof sender>
  isConnected(): boolean
  /**
   * Forwards a viewer's request to the process that sends the picture. Undefined if this process sends it.
   */
  forwardPicture(
    viewerId: string,
    request: FastifyRequest,
  ): Promise<v.InferOutput<typeof Injected> | undefined>
  stop(): Promise<void>
}

/** Throws an Error whose message is one line. */
export async function openCluster({ redisUrl, nodeAddress, db, node, log }: ClusterDeps): Promise<Cluster> {
  const key = await sharedKey(db, 'link')
  const channel = `reelcast:${Buffer.from(await sharedKey(db, 'floor'))
    .toString('hex')
    .slice(0, 16)}`
  const bus = await openBus(redisUrl, channel, node, log)
  const send = sender(bus)
  let link: Link | undefined
  let owns: Floor['owns'] = () => false
  let ownPublications: Publications | undefined
  let ownCameras: Cameras | undefined
  const caller = createCaller(key)

  async function inject(app: FastifyInstance, given: unknown): Promise<v.InferOutput<typeof Injected>> {
    const { statusCode, headers, body } = await app.inject(v.parse(Request, given))
    return v.parse(Injected, {
      status: statusCode,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => ANSWER_HEADERS.includes(name))),
      body,
    })
  }

  return {
    video: (video) => sharedVideo(video, send, (machineId) => owns(machineId)),
    counters: { redis: bus.counters, prefix: `${channel}:limit:` },
    async countFailure(name, { max, forgetMs, blockMs }) {
      const digest = createHash('sha256').update(name).digest('hex')
      const counted = await bus.counters.eval(
        COUNT_FAILURE,
        1,
        `${channel}:failures:${digest}`,
        max,
        forgetMs,
        blockMs,
      )
      return v.parse(Counted, counted)
    },
    async join(floor, app, isStopping) {
      owns = floor.owns
      link = await openLink(nodeAddress, key, (name, args, isGone) => {
        if (name === 'request') return inject(app, args[0])
        if (ownCameras && name === CAMERA_CALL) return runForwardedCamera(ownCameras, args)
        if (ownPublications && isPublicationCall(name))
          return runForwardedPublication({ own: ownPublications, owns }, name, args)
        return runForwarded(floor, name, args, isGone)
      })
      return createSharedFloor({ floor, db, node, call: caller.call, isStopping })
    },
    publications(own) {
      ownPublications = own
      return createSharedPublications({ own, owns, db, node, call: caller.call })
    },
    cameras: {
      askOwner: askCameraOwner({ db, node, call: caller.call }),
      answerWith(own) {
        ownCameras = own
      },
    },
    address: () => link?.address ?? '',
    start: (deps) => startReplication({ bus, send, ...deps }),
    send,
    isConnected: bus.isConnected,
    async forwardPicture(viewerId, request) {
      const [owner] = viewerId.split('.')
      if (owner === node || owner === viewerId || !v.is(NodeId, owner)) return undefined
      // A process without a lease is dead or hangs, and each call would wait for it.
      const row = await db
        .selectFrom('nodes')
        .select('address')
        .where('id', '=', owner)
        .where('until', '>', sql<Date>`clock_timestamp()`)
        .executeTakeFirst()
      if (!row?.address) return undefined
      const headers = REQUEST_HEADERS.flatMap((name) => {
        const value = request.headers[name]
        return value === undefined ? [] : [[name, value]]
      })
      const { method, url, ip, body } = request
      const payload = typeof body === 'string' ? body : ''
      const given = { method, url, headers: Object.fromEntries(headers), payload, remoteAddress: ip }
      const signal = AbortSignal.timeout(FORWARD_TIMEOUT_MS)
      const answer = await caller.call(row.address, 'request', [given], signal).catch(() => undefined)
      return answer === undefined ? undefined : v.parse(Injected, answer)
    },
    async stop() {
      caller.stop()
      await link?.stop()
      await bus.stop()
    },
  }
}
