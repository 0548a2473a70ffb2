import type { Page } from '@playwright/test'
import type { Marker } from '../platform/video/render/marker.ts'

/*
 * The delay from the picture of a stopping reel to its sound. The thud of each reel is found in the samples
 * that the browser decoded, its picture by the time in the pixels (glass.ts). The latency of the sound card
 * is not included.
 */

/**
 * The renderer shows a reel as stopped, and its thud begins, this long before the reel stops
 * (platform/video/render/motion.ts).
 */
const LANDING_MS = 240
/** A spin whose thuds deviate further from their rhythm was not recorded completely. */
const MAX_OFF_RHYTHM_MS = 80

/** Runs in the page: records when each thud begins in the decoded sound of its video, ms since 1970. */
export function listenForThuds() {
  const { srcObject } = document.querySelector('video') ?? {}
  const [track] = srcObject instanceof MediaStream ? srcObject.getAudioTracks() : []
  if (!track) throw new Error('there is no sound')
  interface Chunk {
    numberOfFrames: number
    sampleRate: number
    copyTo(into: Float32Array, options: { planeIndex: number; format: 'f32-planar' }): void
    close(): void
  }
  interface Processor {
    readable: ReadableStream<Chunk>
  }
  const { MediaStreamTrackProcessor } = window as unknown as {
    MediaStreamTrackProcessor: new (options: { track: MediaStreamTrack }) => Processor
  }
  const reader = new MediaStreamTrackProcessor({ track: track.clone() }).readable.getReader()
  const thuds: number[] = []
  Object.assign(window, { thuds })
  let quietMs = 0
  const read = async () => {
    for (;;) {
      const { value: chunk } = await reader.read()
      if (!chunk) return
      const end = Date.now()
      const { numberOfFrames, sampleRate } = chunk
      const samples = new Float32Array(numberOfFrames)
      chunk.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
      chunk.close()
      const first = samples.findIndex((sample) => Math.abs(sample) > 0.34)
      const length = (numberOfFrames / sampleRate) * 1000
      if (first >= 0 && quietMs > 100) thuds.push(end - length * (1 - first / numberOfFrames))
      quietMs = first >= 0 ? 0 : quietMs + length
    }
  }
  void read()
}

export const readThuds = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { thuds: number[] }).thuds)

/** Runs in a page before its scripts: stores its peer connections for `readSoundStats`. */
export function keepPeers(): void {
  const peers: RTCPeerConnection[] = []
  Object.assign(window, { peers })
  globalThis.RTCPeerConnection = class extends RTCPeerConnection {
    constructor(...given: ConstructorParameters<typeof RTCPeerConnection>) {
      super(...given)
      peers.push(this)
    }
  }
}

const COUNTERS = [
  'jitterBufferDelay',
  'jitterBufferTargetDelay',
  'jitterBufferEmittedCount',
  'totalSamplesReceived',
  'concealedSamples',
  'packetsDiscarded',
] as const

/**
 * The browser's counters of the received sound, summed over all connections (inbound-rtp of webrtc-stats).
 */
export type SoundStats = Record<(typeof COUNTERS)[number], number>

export const readSoundStats = (page: Page): Promise<SoundStats> =>
  page.evaluate(async (names) => {
    const sums = Object.fromEntries(names.map((name) => [name, 0])) as Record<(typeof names)[number], number>
    for (const peer of (window as unknown as { peers: RTCPeerConnection[] }).peers) {
      for (const stat of (await peer.getStats()).values()) {
        if (stat.type !== 'inbound-rtp' || stat.kind !== 'audio') continue
        for (const name of names) sums[name] += stat[name] ?? 0
      }
    }
    return sums
  }, COUNTERS)

/** How the browser buffered the sound between two readings. */
export interface SoundBuffer {
  /** Mean time of a sample in the buffer, ms. */
  readonly ms: number
  /** The delay that the browser aimed at for the observed jitter, ms. */
  readonly targetMs: number
  /** Share of the played samples that the browser concealed. */
  readonly concealed: number
  /** Packets that arrived too late or too early to be played. */
  readonly discarded: number
}

export function soundBuffer(before: SoundStats, after: SoundStats): SoundBuffer {
  const passed = (name: keyof SoundStats) => after[name] - before[name]
  const emitted = passed('jitterBufferEmittedCount') || 1
  return {
    ms: (passed('jitterBufferDelay') / emitted) * 1000,
    targetMs: (passed('jitterBufferTargetDelay') / emitted) * 1000,
    concealed: passed('concealedSamples') / (passed('totalSamplesReceived') || 1),
    discarded: passed('packetsDiscarded'),
  }
}

/** A frame presented at `at` (ms since 1970), with the time of its drawing from the marker. */
export interface StampedFrame {
  readonly at: number
  readonly marker: Marker
}

/**
 * ms from the picture of each stopping reel to its thud. `stopsMs`: when each reel stops after the spin's
 * start.
 */
export function soundLags(
  frames: readonly StampedFrame[],
  thuds: readonly number[],
  stopsMs: readonly number[],
): number[] {
  const last = Math.max(...stopsMs)
  return frames.flatMap((frame, i) => {
    const before = frames[i - 1]
    const hasStopped = before && !before.marker.standing && frame.marker.standing
    if (!hasStopped || before.marker.spin !== frame.marker.spin) return []
    // The last reel stopped between these two frames.
    const startedAt = (before.marker.credit + frame.marker.credit) / 2 - last
    const landings = stopsMs.flatMap((stop) => {
      const drawnAt = startedAt + stop - LANDING_MS
      return frames.find(({ marker }) => marker.credit >= drawnAt)?.at ?? []
    })
    const [first] = landings
    if (first === undefined || landings.length < stopsMs.length) return []
    const found = thuds.filter((at) => at > first - 150).slice(0, stopsMs.length)
    const lags = found.map((at, reel) => at - (landings[reel] ?? 0))
    const isWhole =
      lags.length === stopsMs.length && Math.max(...lags) - Math.min(...lags) < MAX_OFF_RHYTHM_MS * 2
    return isWhole ? lags : []
  })
}
