import { batch, type ReadonlySignal, signal } from '@preact/signals-react'

/** How good the connection is, in a word. */
export type Level = 'good' | 'fair' | 'poor' | 'lost'

/** What is known of a picture now; undefined is not known. */
export interface Figures {
  /** Round trip, ms. */
  readonly rtt: number | undefined
  /** Since the picture last moved, ms; 0: less than FRESH_MS (figures.ts). */
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
export type Moment = Pick<Figures, 'rtt' | 'age' | 'fps' | 'loss' | 'bitrate'>

const MINUTE = 60
const levelNow = signal<Level>('good')
const toldNow = signal<Figures | undefined>()
const minute = signal<readonly Moment[]>([])
const layerNow = signal<string | undefined>()
const count = signal(0)

export const level: ReadonlySignal<Level> = levelNow
export const figures: ReadonlySignal<Figures | undefined> = toldNow
/** The last minute, oldest first. */
export const history: ReadonlySignal<readonly Moment[]> = minute
/** The name of the layer that was asked for; undefined where nothing was. */
export const layer: ReadonlySignal<string | undefined> = layerNow
/** How often the picture had to be brought back at this machine. */
export const reconnects: ReadonlySignal<number> = count

/** Another machine: nothing is known yet. */
export function resetQuality(): void {
  batch(() => {
    levelNow.value = 'good'
    toldNow.value = undefined
    minute.value = []
    layerNow.value = undefined
    count.value = 0
  })
}

export function tellFigures(told: Figures, shown: Level): void {
  const { rtt, age, fps, loss, bitrate } = told
  batch(() => {
    toldNow.value = told
    levelNow.value = shown
    minute.value = [...minute.peek().slice(1 - MINUTE), { rtt, age, fps, loss, bitrate }]
  })
}

export function tellLayer(name: string | undefined): void {
  layerNow.value = name
}

export function tellReconnect(): void {
  count.value++
}

const opened = signal(false)
/** Is the page of figures open? */
export const figuresOpen: ReadonlySignal<boolean> = opened

export function openFigures(): void {
  opened.value = true
}

export function closeFigures(): void {
  opened.value = false
}
