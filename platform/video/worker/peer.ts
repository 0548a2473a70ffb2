import wrtc from '@roamhq/wrtc'
import { messageOf } from '../../lib/message-of.ts'
import type { VideoRefusal, WorkerOptions } from '../protocol/ipc.ts'

/*
 * Types of the part of WebRTC that is used here: the platform is compiled without the browser's.
 */

export interface Track {
  stop(): void
}

export interface Description {
  readonly type: 'offer' | 'answer'
  readonly sdp: string
}

/** A gathered candidate; an event without one ends the candidates. */
export interface Candidate {
  readonly candidate: string
  readonly sdpMLineIndex: number
  readonly usernameFragment: string
}

type PeerEventType = 'connectionstatechange' | 'icecandidate' | 'icegatheringstatechange'
type PeerListener = (event: { readonly candidate?: Candidate | null }) => void

export interface Peer {
  readonly connectionState: 'new' | 'connecting' | 'connected' | 'disconnected' | 'failed' | 'closed'
  readonly iceGatheringState: 'new' | 'gathering' | 'complete'
  /** Not to be read while the peer gathers candidates: see `local-description.ts`. */
  readonly localDescription: Description | null
  addTrack(track: Track, stream: unknown): Sender
  getTransceivers(): readonly Transceiver[]
  addTransceiver(track: Track, init: { direction: 'sendonly'; streams: unknown[] }): unknown
  setRemoteDescription(description: Description): Promise<void>
  setLocalDescription(description: Description): Promise<void>
  createAnswer(): Promise<Description>
  createOffer(): Promise<Description>
  addIceCandidate(candidate: { candidate: string; sdpMid?: string; sdpMLineIndex?: number }): Promise<void>
  addEventListener(type: PeerEventType, listener: PeerListener): void
  removeEventListener(type: PeerEventType, listener: PeerListener): void
  close(): void
}

/** Sends one track; `replaceTrack` takes another of the same kind, or none, without a new negotiation. */
export interface Sender {
  replaceTrack(track: Track | null): Promise<void>
}

/** A section of the descriptions; `direction` is the one that the next answer or offer is to have. */
export interface Transceiver {
  readonly sender: Sender
  /** Of a section that an offer disables. Its direction cannot be set. */
  readonly stopped: boolean
  direction: 'sendonly' | 'inactive'
}

export interface VideoSource {
  createTrack(): Track
  onFrame(frame: { width: number; height: number; data: Uint8Array }): void
}

export interface AudioSource {
  createTrack(): Track
  onData(data: {
    samples: Int16Array
    sampleRate: number
    bitsPerSample: number
    channelCount: number
    numberOfFrames: number
  }): void
}

/** A peer connection that gathers candidates from these servers besides its own addresses, at these ports. */
export function createPeer({ iceServers, ports }: Pick<WorkerOptions, 'iceServers' | 'ports'>): Peer {
  return new wrtc.RTCPeerConnection({ iceServers, ...(ports && { portRange: ports }) })
}

/** The refusal that follows from an error of a peer. */
export const refusalOf = (refused: VideoRefusal['refused'], error: unknown): VideoRefusal => ({
  refused,
  message: messageOf(error),
})

/** A stream to group one machine's tracks. */
export function createStream(): unknown {
  return new wrtc.MediaStream()
}

/** A source of drawn frames. Denoising would cost time and blur a picture that has no noise. */
export function createVideoSource(): VideoSource {
  return new wrtc.nonstandard.RTCVideoSource({ isScreencast: false, needsDenoising: false })
}

/** A source of sound, 10 ms of 16-bit samples at a time. */
export function createAudioSource(): AudioSource {
  return new wrtc.nonstandard.RTCAudioSource()
}
