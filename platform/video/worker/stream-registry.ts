import type { VideoStats, WorkerOptions } from '../protocol/ipc.ts'
import { FRAMES_PER_SECOND } from '../protocol/layers.ts'
import type { MachineState } from '../protocol/machine-state.ts'
import { videoNow } from '../protocol/video-clock.ts'
import { startFrameTimer, startStepTimer } from './fixed-rate.ts'
import { createFrameLoad } from './frame-load.ts'
import { createMachineStream, type MachineStream } from './machine-stream.ts'

const SOUND_STEP_MS = 10
const SOUND_WAKE_MS = 20
/**
 * Sound is sent so long before its picture: players buffer it for longer. Below 45 ms nobody notices that it
 * leads (ITU-R BT.1359), should a player not.
 */
const SOUND_LEAD_MS = 40

interface Entry {
  readonly stream: MachineStream
  isDrawn: boolean
  /** Whether its viewers of the sharp layer get sharp frames. */
  isSharp: boolean
}

export interface StreamRegistryOptions extends Pick<WorkerOptions, 'marker' | 'maxSharpViewers'> {
  readonly onDrawError: (machineId: string, error: unknown) => void
  /** The art of the sharp layer could not be drawn: its viewers keep the full one. */
  readonly onSharpError: (machineId: string, error: unknown) => void
}

export type StreamRegistry = ReturnType<typeof createStreamRegistry>

/**
 * The streams of the machines that have viewers. Frames are drawn only once a viewer is answered. A stream
 * that cannot be drawn is reported, and the other streams continue.
 */
export function createStreamRegistry(options: StreamRegistryOptions) {
  const { onDrawError, onSharpError, maxSharpViewers, marker } = options
  const entries = new Map<string, Entry>()
  const load = createFrameLoad(1000 / FRAMES_PER_SECOND)
  const drawn: Record<string, number> = {}
  let drawMs = 0
  let stopTimers: (() => void) | undefined

  function updateTimers(): void {
    if (entries.size === 0) {
      stopTimers?.()
      stopTimers = undefined
    } else if (!stopTimers) {
      const stopFrames = startFrameTimer(FRAMES_PER_SECOND, drawAll)
      const stopSound = startStepTimer(SOUND_STEP_MS, SOUND_WAKE_MS, (at) => {
        for (const { stream } of entries.values()) stream.sound(at + SOUND_LEAD_MS)
      })
      stopTimers = () => {
        stopFrames()
        stopSound()
      }
    }
  }

  function drawAll(now: number): void {
    const startedAt = performance.now()
    load.onFrame(startedAt)
    assignSharp(startedAt)
    for (const [machineId, entry] of [...entries]) if (entry.isDrawn) draw(machineId, entry, now)
    drawMs += performance.now() - startedAt
  }

  /** The machines that were opened first get the sharp layer; none while the processor is busy. */
  function assignSharp(at: number): void {
    let left = load.isBusy(at) ? 0 : maxSharpViewers
    for (const [machineId, entry] of entries) {
      const { stream } = entry
      const viewers = stream.video.viewers('sharp')
      const isSharp = viewers > 0 && viewers <= left
      if (isSharp) left -= viewers
      if (isSharp === entry.isSharp) continue
      entry.isSharp = isSharp
      stream.setSharp(isSharp).catch((error: unknown) => onSharpError(machineId, error))
    }
  }

  function draw(machineId: string, { stream }: Entry, now: number): void {
    try {
      stream.draw(now)
      drawn[machineId] = (drawn[machineId] ?? 0) + 1
    } catch (error) {
      onDrawError(machineId, error)
    }
  }

  return {
    /** The machine's stream, which is made for its first viewer; undefined for an unknown game. */
    open(state: MachineState): MachineStream | undefined {
      const machineId = state.scene.id
      const existing = entries.get(machineId)?.stream
      if (existing) return existing
      const stream = createMachineStream(state, marker)
      if (!stream) return undefined
      entries.set(machineId, { stream, isDrawn: false, isSharp: false })
      updateTimers()
      return stream
    },
    /**
     * Draws the machine from now on; its first frame as soon as the answer to the viewer has left, so that it
     * is drawn while the viewer connects, and waits for no timer.
     */
    startDrawing(machineId: string): void {
      const entry = entries.get(machineId)
      if (!entry || entry.isDrawn) return
      setImmediate(() => {
        if (entries.get(machineId) !== entry || entry.isDrawn) return
        entry.isDrawn = true
        const startedAt = performance.now()
        draw(machineId, entry, videoNow())
        drawMs += performance.now() - startedAt
      })
    },
    close(machineId: string): void {
      entries.get(machineId)?.stream.close()
      entries.delete(machineId)
      updateTimers()
    },
    get: (machineId: string) => entries.get(machineId)?.stream,
    isEmpty: () => entries.size === 0,
    stats: (): Pick<VideoStats, 'drawn' | 'drawMs'> => ({ drawn: { ...drawn }, drawMs }),
  }
}
