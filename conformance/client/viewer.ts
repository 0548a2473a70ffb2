import wrtc from '@roamhq/wrtc'
import { sleep } from './waits.ts'

/* A real WebRTC peer that receives and decodes video. */

type Peer = InstanceType<typeof wrtc.RTCPeerConnection>
type Description = NonNullable<Parameters<Peer['setLocalDescription']>[0]>
type Candidate = NonNullable<Parameters<NonNullable<Peer['onicecandidate']>>[0]['candidate']>
type TrackEvent = Parameters<NonNullable<Peer['ontrack']>>[0]

interface Frame {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

export interface IceServer {
  readonly urls: string | string[]
  readonly username?: string | null | undefined
  readonly credential?: string | null | undefined
}

/** The received video. `different` counts the frames that differ from the previous one. */
export interface Seen {
  frames: number
  different: number
  width: number
  height: number
}

export interface Viewer {
  /** An offer to receive video and audio, with all candidates. */
  offer(): Promise<string>
  accept(sdp: string): Promise<void>
  /** The answer to the server's offer (WHEP's 406), with all candidates. */
  answer(sdp: string): Promise<string>
  readonly seen: Readonly<Seen>
  readonly state: string
  /** Waits for this many changed frames, at most `ms`. */
  watch(different: number, ms: number): Promise<Readonly<Seen>>
  /** Whether no frame comes for `silence` ms, within `ms`. */
  isSilent(silence: number, ms: number): Promise<boolean>
  close(): void
}

const GATHERING_MS = 5000
const POLL_INTERVAL_MS = 50
/** Compares every n-th byte of a frame. */
const STEP = 61

function checksum(data: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < data.length; at += STEP) sum = (sum * 31 + (data[at] ?? 0)) | 0
  return sum
}

/** A description with candidates at the ends of their sections. */
const withCandidates = (sdp: string, candidates: readonly Candidate[]): string =>
  sdp
    .split(/^(?=m=)/m)
    .map((section, at) => {
      const own = candidates.filter(({ sdpMLineIndex }) => sdpMLineIndex === at - 1)
      return section + own.map(({ candidate }) => `a=${candidate}\r\n`).join('')
    })
    .join('')

export function createViewer(iceServers: readonly IceServer[]): Viewer {
  const servers = iceServers.map(({ urls, username, credential }) => ({
    urls,
    ...(typeof username === 'string' && { username }),
    ...(typeof credential === 'string' && { credential }),
  }))
  let peer: Peer = new wrtc.RTCPeerConnection({ iceServers: servers })
  const sinks: { stop(): void }[] = []
  const seen: Seen = { frames: 0, different: 0, width: 0, height: 0 }
  let last: number | undefined

  function receive({ track }: TrackEvent): void {
    if (track.kind !== 'video') return
    const sink = new wrtc.nonstandard.RTCVideoSink(track)
    sinks.push(sink)
    sink.onframe = ({ frame }: { frame: Frame }) => {
      const sum = checksum(frame.data)
      seen.frames += 1
      if (last !== undefined && sum !== last) seen.different += 1
      last = sum
      Object.assign(seen, { width: frame.width, height: frame.height })
    }
  }
  peer.ontrack = receive

  /**
   * Sets the local description and resolves to it with its candidates: all, or those of the first seconds.
   * The library must not be asked for the description while it gathers: that can end the process.
   */
  async function describe(description: Description): Promise<string> {
    const candidates: Candidate[] = []
    peer.onicecandidate = ({ candidate }: { candidate: Candidate | null }) => {
      if (candidate) candidates.push(candidate)
    }
    await peer.setLocalDescription(description)
    const until = performance.now() + GATHERING_MS
    while (peer.iceGatheringState !== 'complete' && performance.now() < until) await sleep(POLL_INTERVAL_MS)
    if (peer.iceGatheringState !== 'complete') return withCandidates(description.sdp ?? '', candidates)
    return peer.localDescription?.sdp ?? ''
  }

  return {
    seen,
    get state() {
      return peer.connectionState
    },
    async offer() {
      peer.addTransceiver('video', { direction: 'recvonly' })
      peer.addTransceiver('audio', { direction: 'recvonly' })
      return describe((await peer.createOffer()) as Description)
    },
    accept: (sdp) => peer.setRemoteDescription({ type: 'answer', sdp }),
    async answer(sdp) {
      peer.close()
      peer = new wrtc.RTCPeerConnection({ iceServers: servers })
      peer.ontrack = receive
      await peer.setRemoteDescription({ type: 'offer', sdp })
      return describe((await peer.createAnswer()) as Description)
    },
    async watch(different, ms) {
      const until = performance.now() + ms
      while (seen.different < different && performance.now() < until) await sleep(POLL_INTERVAL_MS)
      return { ...seen }
    },
    async isSilent(silence, ms) {
      const until = performance.now() + ms
      let [frames, since] = [seen.frames, performance.now()]
      while (performance.now() < until) {
        await sleep(POLL_INTERVAL_MS)
        if (seen.frames !== frames) [frames, since] = [seen.frames, performance.now()]
        else if (performance.now() - since >= silence) return true
      }
      return false
    },
    close() {
      for (const sink of sinks.splice(0)) sink.stop()
      peer.close()
    },
  }
}
