import type { Dispose } from '../../../src/contract/result.ts'
import { createListeners } from '../../lib/listeners.ts'
import type { VideoRefusal, VideoStats } from '../protocol/ipc.ts'
import type { LayerId } from '../protocol/layers.ts'
import type { Meters, Scene, ShownSpin } from '../protocol/machine-state.ts'
import { videoNow } from '../protocol/video-clock.ts'
import { createMachineStates } from './machine-states.ts'
import { createStillCache, type Still } from './still-cache.ts'
import { type SupervisorOptions, startSupervisor } from './supervisor.ts'
import { createViewerCommands } from './viewer-commands.ts'
import { type Claim, createViewers, type Right, type Viewer, type ViewerLimits } from './viewers.ts'

/** The machines' video, drawn and sent by a worker process. */
export interface VideoEngine {
  /**
   * Answers a viewer's offer, and starts with the layer, by default the first. All of the server's candidates
   * are in the answer. The claim says what the viewer may have: with the right to connect alone it is sent
   * nothing, and is closed unless it gets the picture soon. Never throws.
   */
  open(
    scene: Scene,
    offerSdp: string,
    viewer?: Claim & { readonly layer?: LayerId },
  ): Promise<{ id: string; answer: string } | VideoRefusal>
  /** An open viewer. */
  viewer(id: string): Viewer | undefined
  /**
   * What viewers may have of this machine may have changed: releases held ones, and closes those without a
   * right.
   */
  recheck(machineId: string): void
  /** Closes the viewers of a login that ended. */
  endLogin(loginId: string): void
  /**
   * Offers a machine to an SFU, all candidates included; `accept` takes the SFU's answer. Counts as one
   * viewer, and ends as soon as the connection is lost. Never throws.
   */
  publish(scene: Scene, right?: () => Right): Promise<{ id: string; offer: string } | VideoRefusal>
  accept(id: string, answerSdp: string): Promise<{ ok: true } | VideoRefusal>
  /** Adds a viewer's trickled candidates (application/trickle-ice-sdpfrag). */
  candidate(id: string, fragment: string): Promise<{ ok: true } | VideoRefusal>
  /**
   * Restarts a viewer's ICE with the credentials in the fragment. The answer holds the server's new
   * credentials and candidates, as an SDP fragment too. The viewer has another etag afterwards.
   */
  restartIce(id: string, fragment: string): Promise<{ fragment: string } | VideoRefusal>
  /** Switches a viewer to this layer. */
  layer(id: string, layer: LayerId): Promise<{ ok: true } | VideoRefusal>
  /** Closes a viewer; unknown ones are ignored. */
  close(id: string): void
  /** Called when a viewer's connection was closed, by either side. Returns the unsubscribe function. */
  onClosed(listener: (id: string) => void): Dispose
  /** Sets the values of the machine's meters. Kept, so it may be called without viewers. */
  meters(machineId: string, meters: Meters): void
  /** Starts the reels, or shows a spin that started `sinceMs` ago; they stop at the game's `reelStopsMs`. */
  spin(machineId: string, spin: ShownSpin & { readonly sinceMs?: number }): void
  /**
   * A still of the machine, a few seconds old at the most; undefined if none is available within a second.
   * Taken from a frame that is drawn anyway; without viewers a frame is drawn for it.
   */
  still(scene: Scene): Promise<Still | undefined>
  /** The worker died: the viewers of these machines must connect again. Returns the unsubscribe function. */
  onLost(listener: (machineIds: string[]) => void): Dispose
  /** Pictures that are sent now, and distinct machines among them. */
  pictures(): { sent: number; machines: number }
  /** The worker's counters since it started; undefined while it is down. For tests and benches. */
  stats(): Promise<VideoStats | undefined>
  /** Closes every viewer and ends the worker; takes two seconds at the most. Safe to call twice. */
  stop(): Promise<void>
}

export interface VideoOptions extends SupervisorOptions, ViewerLimits {
  /** Begins the id of each viewer. */
  readonly idPrefix?: string
}

/**
 * Starts the video worker and keeps it running. All state is kept here and sent with every opened viewer, so
 * a worker that died is replaced by one that shows the same.
 */
export function startVideo(options: VideoOptions = {}): VideoEngine {
  const machines = createMachineStates()
  const viewers = createViewers(options, {
    close: (id) => worker.send({ type: 'close', peer: id }),
    release: (id) => worker.send({ type: 'release', peer: id }),
  })
  const lost = createListeners<[machineIds: string[]]>()

  const worker = startSupervisor(options, {
    onClosed: viewers.remove,
    onExit() {
      const machineIds = viewers.removeAll()
      if (machineIds.length > 0) lost.emit(machineIds)
    },
  })

  const stills = createStillCache({
    async draw(state, withinMs) {
      const answer = await worker.request((call) => ({ type: 'still', call, state }), withinMs)
      return answer && 'still' in answer ? Buffer.from(answer.still, 'base64') : undefined
    },
  })

  return {
    ...createViewerCommands(worker, viewers, machines, options.idPrefix),
    viewer: viewers.get,
    recheck: viewers.recheck,
    endLogin: viewers.endLogin,
    close: viewers.close,
    meters(machineId, values) {
      const meters = machines.setMeters(machineId, values)
      if (viewers.isWatched(machineId)) worker.send({ type: 'meters', machineId, meters })
    },
    spin(machineId, { sinceMs = 0, ...spin }) {
      const last = machines.setSpin(machineId, spin, videoNow() - sinceMs)
      if (viewers.isWatched(machineId)) worker.send({ type: 'spin', machineId, last })
    },
    still: (scene) => stills.get(scene.id, () => machines.stateOf(scene)),
    onClosed: viewers.onClosed,
    onLost: lost.add,
    pictures: viewers.counts,
    async stats(): Promise<VideoStats | undefined> {
      const answer = await worker.request((call) => ({ type: 'stats', call }))
      return answer && 'drawn' in answer ? answer : undefined
    },
    stop: () => worker.stop(),
  }
}
