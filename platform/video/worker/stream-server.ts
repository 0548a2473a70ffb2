import type { VideoRefusal, VideoStats, WorkerOptions } from '../protocol/ipc.ts'
import type { LayerId } from '../protocol/layers.ts'
import type { LastSpin, MachineState, Meters } from '../protocol/machine-state.ts'
import { videoNow } from '../protocol/video-clock.ts'
import { createStillRenderer } from '../still/still-renderer.ts'
import { createPeers, UNKNOWN_PEER } from './peers.ts'
import { openPublisher } from './publisher.ts'
import { createStreamRegistry } from './stream-registry.ts'
import { openViewer, type ViewerOptions } from './viewer.ts'

export interface StreamServerOptions extends Omit<WorkerOptions, 'prerender'> {
  /** A viewer's connection was closed, by either side. */
  readonly onClosed: (peer: string) => void
  /** A machine could not be drawn; its viewers are closed. */
  readonly onFailed: (message: string) => void
}

interface OpenOptions extends Pick<ViewerOptions, 'offer' | 'layer' | 'isHeld'> {
  readonly peer: string
  readonly state: MachineState
}

/** The peers and the streams of their machines; lives in the video worker. */
export function createStreamServer(options: StreamServerOptions) {
  const renderStill = createStillRenderer()
  const streams = createStreamRegistry({
    ...options,
    onDrawError: (machineId, error) => {
      options.onFailed(`machine ${machineId}: ${String(error)}`)
      peers.closeMachine(machineId)
    },
    onSharpError: (machineId, error) =>
      options.onFailed(`the sharp layer of machine ${machineId}: ${String(error)}`),
  })
  const peers = createPeers(options, streams)

  const viewerOf = (peer: string) => peers.get(peer)?.viewer

  return {
    async open({ peer, state, ...viewer }: OpenOptions): Promise<{ answer: string } | VideoRefusal> {
      const opened = await peers.open(peer, state, (common) => openViewer({ ...common, ...viewer }))
      if ('refused' in opened) return opened
      streams.startDrawing(state.scene.id)
      return { answer: opened.answer }
    },
    release(peer: string): void {
      viewerOf(peer)?.release()
    },
    /** Offers the machine to an SFU, whose answer `accept` takes. */
    async publish(peer: string, state: MachineState): Promise<{ offer: string } | VideoRefusal> {
      const opened = await peers.open(peer, state, openPublisher)
      return 'refused' in opened ? opened : { offer: opened.offer }
    },
    async accept(peer: string, answer: string): Promise<{ ok: true } | VideoRefusal> {
      const open = peers.get(peer)
      const accepted = (await open?.publisher?.accept(answer)) ?? UNKNOWN_PEER
      if (open && 'ok' in accepted) streams.startDrawing(open.machineId)
      return accepted
    },
    async candidate(peer: string, fragment: string) {
      return (await viewerOf(peer)?.candidate(fragment)) ?? UNKNOWN_PEER
    },
    async restart(peer: string, fragment: string) {
      return (await viewerOf(peer)?.restart(fragment)) ?? UNKNOWN_PEER
    },
    async layer(peer: string, layer: LayerId) {
      return (await viewerOf(peer)?.layer(layer)) ?? UNKNOWN_PEER
    },
    /**
     * A machine's still, in Base64. One without viewers is drawn for it, unless that takes rendering its
     * brand's art while other machines are watched: their frames would be late.
     */
    async still(state: MachineState): Promise<{ still: string } | VideoRefusal> {
      try {
        const now = videoNow()
        const stream = streams.get(state.scene.id)
        const image = await (stream ? stream.still(now) : renderStill(state, now, streams.isEmpty()))
        if (image) return { still: Buffer.from(image).toString('base64') }
      } catch (error) {
        options.onFailed(`a still of machine ${state.scene.id}: ${String(error)}`)
      }
      return { refused: 'unknown', message: 'There is no still.' }
    },
    close: peers.close,
    closeAll: peers.closeAll,
    meters(machineId: string, meters: Meters): void {
      streams.get(machineId)?.meters(meters)
    },
    spin(machineId: string, last: LastSpin): void {
      streams.get(machineId)?.spin(last)
    },
    isIdle: streams.isEmpty,
    stats(): VideoStats {
      const cpu = process.cpuUsage()
      return {
        ...streams.stats(),
        viewers: peers.counts(),
        cpuMs: (cpu.user + cpu.system) / 1000,
        pid: process.pid,
      }
    },
  }
}
