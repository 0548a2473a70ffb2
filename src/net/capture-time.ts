/** From 1900, where NTP counts from, to 1970, ms. */
const NTP_EPOCH_MS = 2_208_988_800_000
/** Ticks of an RTP timestamp of video in a ms. */
const RTP_TICKS_PER_MS = 90

/** What browsers add to the contributing source of a track that carries abs-capture-time. */
interface CaptureSource {
  readonly rtpTimestamp: number
  /** ms since 1900 by the clock of the system that captured. */
  readonly captureTimestamp?: number
  /** ms to add for the sender's clock. */
  readonly senderCaptureTimeOffset?: number
}

/**
 * When a shown frame of video was captured, ms since 1970 by the sender's clock; undefined where the stream carries no
 * capture times. `rtpTimestamp` names the frame; the newest that the track received may be a later one.
 */
export function captureTimeOf(
  peer: Pick<RTCPeerConnection, 'getReceivers'>,
  rtpTimestamp: number | undefined,
): number | undefined {
  const receiver = peer.getReceivers().find(({ track }) => track.kind === 'video')
  const source = receiver?.getSynchronizationSources()[0] as CaptureSource | undefined
  if (source?.captureTimestamp === undefined) return undefined
  const newest = source.captureTimestamp + (source.senderCaptureTimeOffset ?? 0) - NTP_EPOCH_MS
  // The difference of two 32-bit counters that wrap.
  const ticks = rtpTimestamp === undefined ? 0 : (source.rtpTimestamp - rtpTimestamp) | 0
  return newest - ticks / RTP_TICKS_PER_MS
}
