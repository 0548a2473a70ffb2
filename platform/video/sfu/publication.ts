import type { Clock } from '../../lib/clock.ts'
import type { VideoEngine } from '../client/engine.ts'
import type { Right } from '../client/viewers.ts'
import type { Scene } from '../protocol/machine-state.ts'
import type { SfuTokens } from './sfu-tokens.ts'
import type { WhipClient, WhipResource } from './whip-client.ts'

/** A machine's picture on its way to the SFU, until it is ended. */
export interface Publication {
  readonly id: string
  /** Whether the SFU has accepted the picture; waits for it `ms` at the most. */
  isUp(ms: number): Promise<boolean>
  /** How many watch, where the SFU tells. */
  viewers(): Promise<number | undefined>
  /** Closes the connection and ends the picture at the SFU. */
  end(): Promise<void>
}

export interface PublicationOptions {
  readonly id: string
  readonly scene: Scene
  /** What gives the machine a place among the viewers. */
  readonly right: () => Right
  /** The machine's WHIP endpoint. */
  readonly url: string
  readonly engine: Pick<VideoEngine, 'publish' | 'accept' | 'close' | 'onClosed'>
  readonly whip: WhipClient
  readonly tokens: SfuTokens
  readonly clock: Clock
  readonly random?: () => number
  /** Called for the first of several failures in a row, and for a picture that is up again. */
  readonly log: (message: string) => void
}

const MIN_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 10_000
/** A picture that was up for so long failed by a new cause. */
const STEADY_MS = 10_000

/**
 * Sends a machine's picture to the SFU, and again with growing pauses whenever the SFU refuses it or the
 * connection is lost: by the SFU's restart, or by that of the video process.
 */
export function startPublication(options: PublicationOptions): Publication {
  const { id, scene, url, engine, whip, tokens, clock, random = Math.random } = options
  let isEnded = false
  /** The engine's id of the attempt under way, and the SFU's resource once it has answered. */
  let peer: string | undefined
  let resource: WhipResource | undefined
  let upSince: number | undefined
  let failures = 0
  let cancelRetry = () => {}
  const waiting = new Set<() => void>()
  const stopListening = engine.onClosed((closed) => {
    if (closed === peer) void drop().then(() => fail('the connection was lost'))
  })

  const token = () => tokens.sign('whip', scene.id, id)

  /** Closes both ends of the current attempt. */
  async function drop(): Promise<void> {
    const [openPeer, openResource] = [peer, resource]
    peer = resource = undefined
    if (upSince !== undefined && clock.steady() - upSince >= STEADY_MS) failures = 0
    upSince = undefined
    if (openPeer !== undefined) engine.close(openPeer)
    if (openResource) await whip.end(openResource, await token())
  }

  function fail(reason: string): void {
    if (isEnded) return
    if (failures === 0) options.log(`machine ${scene.id} is not at the SFU: ${reason}; it is tried again`)
    const backoff = Math.min(MIN_BACKOFF_MS * 2 ** failures, MAX_BACKOFF_MS)
    failures += 1
    cancelRetry = clock.after(backoff * (0.5 + random() / 2), () => void open())
  }

  async function open(): Promise<void> {
    const opened = await engine.publish(scene, options.right)
    if ('refused' in opened) return fail(opened.message)
    if (isEnded) return engine.close(opened.id)
    peer = opened.id
    const answer = await whip.publish(url, await token(), opened.offer)
    if (peer !== opened.id) {
      // Closed meanwhile, before the resource was known.
      if (answer.ok) await whip.end(answer.resource, await token())
      return
    }
    if (answer.ok) resource = answer.resource
    const accepted = answer.ok ? await engine.accept(opened.id, answer.answer) : undefined
    if (peer !== opened.id) return
    if (accepted && 'ok' in accepted) return setUp()
    const reason = answer.ok ? 'its answer cannot be used' : answer.reason
    await drop()
    fail(reason)
  }

  function setUp(): void {
    if (failures > 0) options.log(`machine ${scene.id} is at the SFU again`)
    upSince = clock.steady()
    for (const end of waiting) end()
  }

  void open()
  return {
    id,
    async isUp(ms) {
      if (upSince !== undefined || isEnded) return !isEnded
      await new Promise<void>((resolve) => {
        const end = () => {
          cancel()
          waiting.delete(end)
          resolve()
        }
        const cancel = clock.after(ms, end)
        waiting.add(end)
      })
      return upSince !== undefined
    },
    async viewers() {
      return resource && whip.viewers(resource, await token())
    },
    async end() {
      isEnded = true
      cancelRetry()
      stopListening()
      for (const end of waiting) end()
      await drop()
    },
  }
}
