/** The ms from 1900, NTP's epoch, to 1970. */
const NTP_EPOCH_MS = 2_208_988_800_000
/** Ticks of a video's RTP timestamp per ms. */
const RTP_TICKS_PER_MS = 90

/** The fields that browsers add to a source whose packets carry abs-capture-time. */
interface CaptureSource {
  readonly rtpTimestamp: number
  /** ms since 1900, by the clock of the capturing system. */
  readonly captureTimestamp?: number
  /** The offset of the sender's clock to the capturing system's, ms. */
  readonly senderCaptureTimeOffset?: number
}

/**
 * When a displayed frame was captured, ms since 1970 by the sender's clock; undefined if the stream carries
 * no capture times. `rtpTimestamp` identifies the frame; the last one received may be newer.
 */
export function captureTimeOf(
  peer: Pick<RTCPeerConnection, 'getReceivers'>,
  rtpTimestamp: number | undefined,
): number | undefined {
  const receiver = peer.getReceivers().find(({ track }) => track.kind === 'video')
  const source = receiver?.getSynchronizationSources()[0] as CaptureSource | undefined
  if (source?.captureTimestamp === undefined) return undefined
  const newest = source.captureTimestamp + (source.senderCaptureTimeOffset ?? 0) - NTP_EPOCH_MS
  // 32-bit counters wrap; `| 0` keeps the difference signed.
  const ticks = rtpTimestamp === undefined ? 0 : (source.rtpTimestamp - rtpTimestamp) | 0
  return newest - ticks / RTP_TICKS_PER_MS
}
