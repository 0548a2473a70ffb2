import { batch, type ReadonlySignal, signal } from '@preact/signals-react'

/** How good the connection is, in a word. */
export type Level = 'good' | 'fair' | 'poor' | 'lost'

/** What is known of a picture now; undefined is not known. */
export interface StreamStats {
  /** Round trip, ms. */
  readonly rtt: number | undefined
  /** Since the last video frame, ms; 0: less than FRESH_MS. */
  readonly age: number | undefined
  /** Frames decoded in a second. */
  readonly fps: number | undefined
  /** Part of the packets that did not come, 0 to 1. */
  readonly loss: number | undefined
  /** How long a frame waits for those before it, ms. */
  readonly buffer: number | undefined
  readonly width: number | undefined
  readonly height: number | undefined
  readonly codec: string | undefined
  /** Bits a second. */
  readonly bitrate: number | undefined
  /** How this device is reached: host, srflx, prflx or relay; and by what transport. Never an address. */
  readonly candidate: string | undefined
  readonly protocol: string | undefined
}

/** One second of the last minute, for the lines. */
export type StatsSample = Pick<StreamStats, 'rtt' | 'age' | 'fps' | 'loss' | 'bitrate'>

const HISTORY_LENGTH = 60
const levelSignal = signal<Level>('good')
const statsSignal = signal<StreamStats | undefined>()
const historySignal = signal<readonly StatsSample[]>([])
const layerSignal = signal<string | undefined>()
const reconnectsSignal = signal(0)

export const level: ReadonlySignal<Level> = levelSignal
export const stats: ReadonlySignal<StreamStats | undefined> = statsSignal
/** The last minute, oldest first. */
export const history: ReadonlySignal<readonly StatsSample[]> = historySignal
/** The name of the layer that was asked for; undefined where nothing was. */
export const layer: ReadonlySignal<string | undefined> = layerSignal
/** How often the picture had to be brought back at this machine. */
export const reconnects: ReadonlySignal<number> = reconnectsSignal

/** Another machine: nothing is known yet. */
export function resetQuality(): void {
  batch(() => {
    levelSignal.value = 'good'
    statsSignal.value = undefined
    historySignal.value = []
    layerSignal.value = undefined
    reconnectsSignal.value = 0
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

export function setLayer(name: string | undefined): void {
  layerSignal.value = name
}

export function countReconnect(): void {
  reconnectsSignal.value++
}

const dialogOpenSignal = signal(false)
/** Is the page of figures open? */
export const qualityDialogOpen: ReadonlySignal<boolean> = dialogOpenSignal

export function openQualityDialog(): void {
  dialogOpenSignal.value = true
}

export function closeQualityDialog(): void {
  dialogOpenSignal.value = false
}
