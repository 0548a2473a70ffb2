import type { VideoRefusal, VideoStats, WorkerOptions } from '../protocol/ipc.ts'
import type { LayerId } from '../protocol/layers.ts'
import type { LastSpin, MachineState, Meters } from '../protocol/machine-state.ts'
import { createStillRenderer } from '../still/still-renderer.ts'
import { createPeerSessions, UNKNOWN_VIEWER } from './peer-sessions.ts'
import { openPublisher } from './publisher.ts'
import { createStreamRegistry } from './stream-registry.ts'
import { openViewer, type ViewerOptions } from './viewer.ts'

export interface StreamServerOptions extends Omit<WorkerOptions, 'prerender'> {
  /** A viewer's connection was closed, by either side. */
  readonly onClosed: (session: string) => void
  /** A machine could not be drawn; its viewers are closed. */
  readonly onFailed: (message: string) => void
}

interface OpenOptions extends Pick<ViewerOptions, 'offer' | 'layer' | 'isHeld'> {
  readonly session: string
  readonly state: MachineState
}

/** The viewers' sessions and the streams of the machines they watch; lives in the video worker. */
export function createStreamServer(options: StreamServerOptions) {
  const renderStill = createStillRenderer()
  const streams = createStreamRegistry((machineId, watching, error) => {
    options.onFailed(`machine ${machineId}: ${String(error)}`)
    watching.forEach(sessions.close)
  }, options.marker)
  const sessions = createPeerSessions(options, streams)

  const viewerOf = (session: string) => sessions.get(session)?.viewer

  return {
    async open({ session, state, ...viewer }: OpenOptions): Promise<{ answer: string } | VideoRefusal> {
      const opened = await sessions.open(session, state, (peer) => openViewer({ ...peer, ...viewer }))
      if ('refused' in opened) return opened
      streams.startDrawing(state.scene.id)
      return { answer: opened.answer }
    },
    release(session: string): void {
      viewerOf(session)?.release()
    },
    /** Offers the machine to an SFU, whose answer `accept` takes. */
    async publish(session: string, state: MachineState): Promise<{ offer: string } | VideoRefusal> {
      const opened = await sessions.open(session, state, openPublisher)
      return 'refused' in opened ? opened : { offer: opened.offer }
    },
    async accept(session: string, answer: string): Promise<{ ok: true } | VideoRefusal> {
      const open = sessions.get(session)
      const accepted = (await open?.publisher?.accept(answer)) ?? UNKNOWN_VIEWER
      if (open && 'ok' in accepted) streams.startDrawing(open.machineId)
      return accepted
    },
    async candidate(session: string, fragment: string) {
      return (await viewerOf(session)?.candidate(fragment)) ?? UNKNOWN_VIEWER
    },
    async restart(session: string, fragment: string) {
      return (await viewerOf(session)?.restart(fragment)) ?? UNKNOWN_VIEWER
    },
    async layer(session: string, layer: LayerId) {
      return (await viewerOf(session)?.layer(layer)) ?? UNKNOWN_VIEWER
    },
    /**
     * A machine's still, in Base64. One without viewers is drawn for it, unless that takes rendering its brand's art
     * while other machines are watched: their frames would be late.
     */
    async still(state: MachineState): Promise<{ still: string } | VideoRefusal> {
      try {
        const now = Date.now()
        const stream = streams.get(state.scene.id)
        const image = await (stream ? stream.still(now) : renderStill(state, now, streams.isEmpty()))
        if (image) return { still: Buffer.from(image).toString('base64') }
      } catch (error) {
        options.onFailed(`a still of machine ${state.scene.id}: ${String(error)}`)
      }
      return { refused: 'unknown', message: 'There is no still.' }
    },
    close: sessions.close,
    closeAll: sessions.closeAll,
    meters(machineId: string, meters: Meters): void {
      streams.get(machineId)?.meters(meters)
    },
    spin(machineId: string, last: LastSpin): void {
      streams.get(machineId)?.spin(last)
    },
    isIdle: streams.isEmpty,
    stats(): VideoStats {
      const cpu = process.cpuUsage()
      return { ...streams.stats(), cpuMs: (cpu.user + cpu.system) / 1000, pid: process.pid }
    },
  }
}
