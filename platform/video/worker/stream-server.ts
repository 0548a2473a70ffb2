import type { VideoRefusal, VideoStats, WorkerOptions } from '../protocol/ipc.ts'
import type { LayerId } from '../protocol/layers.ts'
import type { LastSpin, MachineState, Meters } from '../protocol/machine-state.ts'
import { createStillRenderer } from '../still/still-renderer.ts'
import { openPublisher, type Publisher } from './publisher.ts'
import { createStreamRegistry } from './stream-registry.ts'
import { openViewer, type Viewer } from './viewer.ts'

export interface StreamServerOptions extends Omit<WorkerOptions, 'prerender'> {
  /** A viewer's connection was closed, by either side. */
  readonly onClosed: (session: string) => void
  /** A machine could not be drawn; its viewers are closed. */
  readonly onFailed: (message: string) => void
}

interface Session {
  readonly machineId: string
  /** Undefined until the offer is answered. */
  viewer?: Viewer
  /** Of a session that sends the machine to an SFU, from its offer on. */
  publisher?: Publisher
}

const UNKNOWN_VIEWER: VideoRefusal = { refused: 'unknown', message: 'There is no such viewer.' }

/** The viewers' sessions and the streams of the machines they watch; lives in the video worker. */
export function createStreamServer(options: StreamServerOptions) {
  const sessions = new Map<string, Session>()
  const renderStill = createStillRenderer()
  const streams = createStreamRegistry((machineId, watching, error) => {
    options.onFailed(`machine ${machineId}: ${String(error)}`)
    watching.forEach(close)
  }, options.marker)

  function removeSession(session: string): void {
    const removed = sessions.get(session)
    if (!removed) return
    sessions.delete(session)
    streams.release(removed.machineId, session)
    options.onClosed(session)
  }

  function close(session: string): void {
    const open = sessions.get(session)
    open?.viewer?.close()
    open?.publisher?.close()
    removeSession(session)
  }

  const viewerOf = (session: string) => sessions.get(session)?.viewer

  return {
    async open(
      session: string,
      offer: string,
      state: MachineState,
    ): Promise<{ answer: string } | VideoRefusal> {
      const stream = streams.acquire(state, session)
      if (!stream) return { refused: 'unknown', message: `There is no game ${state.scene.game}.` }
      sessions.set(session, { machineId: state.scene.id })
      const opened = await openViewer({ ...options, offer, stream, onClosed: () => removeSession(session) })
      if ('refused' in opened) {
        removeSession(session)
        return opened
      }
      const current = sessions.get(session)
      if (!current) {
        // The session was closed during the negotiation.
        opened.viewer.close()
        return UNKNOWN_VIEWER
      }
      current.viewer = opened.viewer
      streams.startDrawing(current.machineId)
      return { answer: opened.answer }
    },
    /** Offers the machine to an SFU, whose answer `accept` takes. */
    async publish(session: string, state: MachineState): Promise<{ offer: string } | VideoRefusal> {
      const stream = streams.acquire(state, session)
      if (!stream) return { refused: 'unknown', message: `There is no game ${state.scene.game}.` }
      sessions.set(session, { machineId: state.scene.id })
      const opened = await openPublisher({ ...options, stream, onClosed: () => removeSession(session) })
      const current = sessions.get(session)
      if ('refused' in opened) removeSession(session)
      else if (current) current.publisher = opened.publisher
      // The session was closed while the candidates were gathered.
      else opened.publisher.close()
      if ('refused' in opened) return opened
      return current ? { offer: opened.offer } : UNKNOWN_VIEWER
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
    close,
    closeAll(): void {
      for (const session of [...sessions.keys()]) close(session)
    },
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
