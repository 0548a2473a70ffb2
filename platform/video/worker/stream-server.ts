import type { Meters, VideoRefusal } from '../client/engine.ts'
import type { Stats } from '../client/ipc.ts'
import type { LastSpin, MachineState } from '../render/frame-state.ts'
import { FRAMES_PER_SECOND, type LayerId } from '../render/layout.ts'
import { createSketches } from '../still/still-renderer.ts'
import { everyFrame, everyStep } from './fixed-rate.ts'
import { createStage, type Stage } from './machine-stream.ts'
import type { IceServer } from './peer.ts'
import type { Rates } from './sdp.ts'
import { openViewer, type Viewer } from './viewer.ts'

export interface StudioOptions {
  readonly iceServers: readonly IceServer[]
  readonly rates: Rates
  readonly connectMs: number
  readonly awayMs: number
  /** A viewer is gone, whoever closed it. */
  readonly onClosed: (session: string) => void
  /** A machine could not be drawn; its viewers are closed. */
  readonly onFailed: (message: string) => void
}

const unknown: VideoRefusal = { refused: 'unknown', message: 'There is no such viewer.' }

/** All watched machines and their viewers; lives in the drawing process. */
export function createStudio(options: StudioOptions) {
  const stages = new Map<string, { stage: Stage; viewers: Set<string> }>()
  const viewers = new Map<string, { viewer?: Viewer; machineId: string }>()
  const drawn: Record<string, number> = {}
  let drawMs = 0
  const sketch = createSketches()
  let stopClocks: (() => void) | undefined

  /** The clocks run only while somebody watches. */
  function setClocks(): void {
    if (stages.size === 0) {
      stopClocks?.()
      stopClocks = undefined
    } else if (!stopClocks) {
      const stopFrames = everyFrame(FRAMES_PER_SECOND, drawAll)
      const stopSound = everyStep(10, 20, (at) => {
        for (const { stage } of stages.values()) stage.sound(at)
      })
      stopClocks = () => {
        stopFrames()
        stopSound()
      }
    }
  }

  function drawAll(now: number): void {
    const begun = performance.now()
    for (const [machineId, { stage, viewers: watching }] of [...stages]) {
      try {
        stage.draw(now)
        drawn[machineId] = (drawn[machineId] ?? 0) + 1
      } catch (error) {
        // One machine that can not be drawn must not take the others' pictures with it.
        options.onFailed(`machine ${machineId}: ${String(error)}`)
        for (const session of [...watching]) close(session)
      }
    }
    drawMs += performance.now() - begun
  }

  function leave(session: string): void {
    const left = viewers.get(session)
    if (!left) return
    viewers.delete(session)
    const entry = stages.get(left.machineId)
    entry?.viewers.delete(session)
    if (entry?.viewers.size === 0) {
      stages.delete(left.machineId)
      entry.stage.close()
    }
    setClocks()
    options.onClosed(session)
  }

  function close(session: string): void {
    viewers.get(session)?.viewer?.close()
    leave(session)
  }

  function enter(session: string, state: MachineState): Stage | undefined {
    const machineId = state.scene.id
    const known = stages.get(machineId)
    const stage = known?.stage ?? createStage(state)
    if (!stage) return undefined
    const entry = known ?? { stage, viewers: new Set<string>() }
    entry.viewers.add(session)
    stages.set(machineId, entry)
    viewers.set(session, { machineId })
    setClocks()
    return stage
  }

  return {
    async open(
      session: string,
      offer: string,
      state: MachineState,
    ): Promise<{ answer: string } | VideoRefusal> {
      const stage = enter(session, state)
      if (!stage) return { refused: 'unknown', message: `There is no game ${state.scene.game}.` }
      const opened = await openViewer({ ...options, offer, stage, onClosed: () => leave(session) })
      if ('refused' in opened) {
        leave(session)
        return opened
      }
      const waiting = viewers.get(session)
      // Closed while it was still being answered.
      if (!waiting) {
        opened.viewer.close()
        return unknown
      }
      waiting.viewer = opened.viewer
      return { answer: opened.answer }
    },
    async candidate(session: string, fragment: string) {
      return (await viewers.get(session)?.viewer?.candidate(fragment)) ?? unknown
    },
    async restart(session: string, fragment: string) {
      return (await viewers.get(session)?.viewer?.restart(fragment)) ?? unknown
    },
    async layer(session: string, layer: LayerId) {
      return (await viewers.get(session)?.viewer?.layer(layer)) ?? unknown
    },
    /** A machine's still, in Base64. One that nobody watches is drawn, unless its brand's art would hold frames up. */
    still(state: MachineState): { still: string } | VideoRefusal {
      try {
        const now = Date.now()
        const stage = stages.get(state.scene.id)?.stage
        const jpeg = stage ? stage.still(now) : sketch(state, now, stages.size === 0)
        if (jpeg) return { still: Buffer.from(jpeg).toString('base64') }
      } catch (error) {
        options.onFailed(`a still of machine ${state.scene.id}: ${String(error)}`)
      }
      return { refused: 'unknown', message: 'There is no still.' }
    },
    close,
    meters(machineId: string, meters: Meters): void {
      stages.get(machineId)?.stage.meters(meters)
    },
    spin(machineId: string, last: LastSpin): void {
      stages.get(machineId)?.stage.spin(last)
    },
    isIdle: () => stages.size === 0,
    stats(): Stats {
      const cpu = process.cpuUsage()
      const watched = [...stages].map(([id, { viewers }]) => [id, viewers.size] as const)
      return {
        drawn: { ...drawn },
        viewers: Object.fromEntries(watched),
        drawMs,
        cpuMs: (cpu.user + cpu.system) / 1000,
        pid: process.pid,
      }
    },
    closeAll(): void {
      for (const session of [...viewers.keys()]) close(session)
    },
  }
}
