import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { videoStatus } from '../../play/state.ts'
import type { Delays } from './delay-estimate.ts'

export type Level = 'good' | 'fair' | 'poor' | 'lost'

/** The current statistics; undefined is unknown. */
export interface StreamStats {
  /** Round trip, ms. */
  readonly rtt: number | undefined
  /**
   * ms since the picture was captured; where that is not known (`ageError` is undefined) since the last
   * frame, 0: less than FRESH_MS.
   */
  readonly age: number | undefined
  /** How far off the age may be, ms. */
  readonly ageError: number | undefined
  /** Whether the age is measured by the capture times of the frames. */
  readonly isAgeMeasured: boolean
  /** Frames decoded a second. */
  readonly fps: number | undefined
  /** Lost packets, 0 to 1. */
  readonly loss: number | undefined
  /** Jitter buffer delay, ms. */
  readonly buffer: number | undefined
  /** From the sending of the sender's last report to its arrival, ms, between two clocks that may differ. */
  readonly transit: number | undefined
  readonly width: number | undefined
  readonly height: number | undefined
  readonly codec: string | undefined
  /** Bits a second. */
  readonly bitrate: number | undefined
  /** The local candidate's type (host, srflx, prflx or relay) and transport. Never an address. */
  readonly candidate: string | undefined
  readonly protocol: string | undefined
}

/** One second of the history. */
export type StatsSample = Pick<StreamStats, 'rtt' | 'age' | 'fps' | 'loss' | 'bitrate'>

const HISTORY_LENGTH = 60
const levelSignal = signal<Level>('good')
const statsSignal = signal<StreamStats | undefined>()
const historySignal = signal<readonly StatsSample[]>([])
const layerSignal = signal<string | undefined>()
const reconnectsSignal = signal(0)
const pressDelaysSignal = signal<readonly number[]>([])
const estimatedDelaysSignal = signal<Delays | undefined>()

export const level: ReadonlySignal<Level> = levelSignal
/**
 * The level beside the video's status: a picture that is not trusted counts as lost, whatever the last
 * statistics were, and one that is live does not.
 */
export const shownLevel = computed<Level>(() => {
  if (videoStatus.value !== 'live') return 'lost'
  return levelSignal.value === 'lost' ? 'poor' : levelSignal.value
})
export const stats: ReadonlySignal<StreamStats | undefined> = statsSignal
/** The last minute, oldest first. */
export const history: ReadonlySignal<readonly StatsSample[]> = historySignal
/** The selected layer; undefined for the server's default. */
export const layer: ReadonlySignal<string | undefined> = layerSignal
/** Number of video reconnects at this machine. */
export const reconnects: ReadonlySignal<number> = reconnectsSignal

/** ms from each press that began a spin at this machine to the first frame that shows it, oldest first. */
export const pressDelays: ReadonlySignal<readonly number[]> = pressDelaysSignal

/** Of the current connection. */
export const estimatedDelays: ReadonlySignal<Delays | undefined> = estimatedDelaysSignal

export function resetQuality(): void {
  batch(() => {
    levelSignal.value = 'good'
    statsSignal.value = undefined
    historySignal.value = []
    layerSignal.value = undefined
    reconnectsSignal.value = 0
    pressDelaysSignal.value = []
    estimatedDelaysSignal.value = undefined
  })
}

export function setStats(latest: StreamStats, shown: Level): void {
  const { rtt, age, fps, loss, bitrate } = latest
  batch(() => {
    statsSignal.value = latest
    levelSignal.value = shown
    historySignal.value = [
      ...historySignal.peek().slice(1 - HISTORY_LENGTH),
      { rtt, age, fps, loss, bitrate },
    ]
  })
}

export function setEstimatedDelays(delays: Delays | undefined): void {
  estimatedDelaysSignal.value = delays
}

export function addPressDelay(ms: number): void {
  pressDelaysSignal.value = [...pressDelaysSignal.peek(), ms]
}

export function setLayer(name: string | undefined): void {
  layerSignal.value = name
}

export function countReconnect(): void {
  reconnectsSignal.value++
}

const dialogOpenSignal = signal(false)
export const qualityDialogOpen: ReadonlySignal<boolean> = dialogOpenSignal

export function openQualityDialog(): void {
  dialogOpenSignal.value = true
}

export function closeQualityDialog(): void {
  dialogOpenSignal.value = false
}
