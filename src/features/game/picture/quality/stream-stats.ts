import type { StreamStats } from './state.ts'

export { FRESH_MS } from '../../../../net/whep-frames.ts'

/** The browser's cumulative counters of the video. */
export interface Counters {
  /** ms of a monotonic clock. */
  readonly at: number
  readonly lost: number
  readonly received: number
  readonly decoded: number
  readonly bytes: number
  /** Total jitter buffer delay, s, and the number of frames it covers. */
  readonly waited: number
  readonly emitted: number
}

type Stat = Record<string, unknown>
const numberOr = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined)
const str = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The browser's report by stat id. Addresses in it are never read. */
export function readStats(report: { forEach(each: (stat: Stat) => void): void }): Map<unknown, Stat> {
  const all = new Map<unknown, Stat>()
  report.forEach((stat) => {
    all.set(stat.id, stat)
  })
  return all
}

/** The inbound video stream; undefined before it exists. */
function videoOf(stats: Map<unknown, Stat>): Stat | undefined {
  return [...stats.values()].find(({ type, kind }) => type === 'inbound-rtp' && kind === 'video')
}

export function countersOf(stats: Map<unknown, Stat>, at: number): Counters | undefined {
  const video = videoOf(stats)
  return (
    video && {
      at,
      lost: numberOr(video.packetsLost) ?? 0,
      received: numberOr(video.packetsReceived) ?? 0,
      decoded: numberOr(video.framesDecoded) ?? 0,
      bytes: numberOr(video.bytesReceived) ?? 0,
      waited: numberOr(video.jitterBufferDelay) ?? 0,
      emitted: numberOr(video.jitterBufferEmittedCount) ?? 0,
    }
  )
}

/** The way of the last sender report: see StreamStats. */
function transitOf(stats: Map<unknown, Stat>, { remoteId }: Stat): number | undefined {
  const { timestamp, remoteTimestamp } = stats.get(remoteId) ?? {}
  const arrived = numberOr(timestamp)
  const sent = numberOr(remoteTimestamp)
  return arrived === undefined || sent === undefined ? undefined : arrived - sent
}

/** The selected candidate pair; browsers mark it in different ways. */
function pairOf(stats: Map<unknown, Stat>): Stat | undefined {
  const all = [...stats.values()]
  const transport = all.find(
    ({ type, selectedCandidatePairId }) => type === 'transport' && selectedCandidatePairId,
  )
  const chosen = transport && stats.get(transport.selectedCandidatePairId)
  if (chosen) return chosen
  return all.find(
    ({ type, state, nominated, selected }) =>
      type === 'candidate-pair' && (selected === true || (nominated === true && state === 'succeeded')),
  )
}

/**
 * Statistics since `last`, a second ago; loss since `lossFrom`, some seconds ago, because packets are few.
 */
export function statsOf(
  stats: Map<unknown, Stat>,
  now: Counters,
  last: Counters | undefined,
  lossFrom: Counters | undefined,
  age: Pick<StreamStats, 'age' | 'ageError' | 'isAgeMeasured'>,
): StreamStats {
  const video = videoOf(stats) ?? {}
  const pair = pairOf(stats)
  const local = stats.get(pair?.localCandidateId)
  const rtt = numberOr(pair?.currentRoundTripTime)
  const seconds = last ? (now.at - last.at) / 1000 : 0
  const rate = (key: 'decoded' | 'bytes') =>
    last && seconds > 0 ? Math.max(0, now[key] - last[key]) / seconds : undefined
  const bytes = rate('bytes')
  return {
    rtt: rtt === undefined ? undefined : rtt * 1000,
    ...age,
    fps: rate('decoded'),
    loss: lossFrom && lossBetween(lossFrom, now),
    buffer:
      last && now.emitted > last.emitted
        ? ((now.waited - last.waited) * 1000) / (now.emitted - last.emitted)
        : undefined,
    transit: transitOf(stats, video),
    width: numberOr(video.frameWidth),
    height: numberOr(video.frameHeight),
    codec: str(stats.get(video.codecId)?.mimeType)?.replace(/^video\//, ''),
    bitrate: bytes === undefined ? undefined : bytes * 8,
    candidate: str(local?.candidateType),
    protocol: str(local?.relayProtocol) ?? str(local?.protocol),
  }
}

/** Late packets reduce the browser's counter; the loss is never negative. */
function lossBetween(from: Counters, to: Counters): number | undefined {
  const lost = Math.max(0, to.lost - from.lost)
  const all = lost + Math.max(0, to.received - from.received)
  return all > 0 ? lost / all : undefined
}
