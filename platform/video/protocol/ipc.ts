import * as v from 'valibot'
import { LAYERS } from './layers.ts'
import { LastSpin, MachineState, Meters } from './machine-state.ts'

/*
 * The messages between the platform and the video worker. Both are one program, yet a message is parsed like
 * any other: a worker that is being killed can cut one short.
 */

/**
 * What the marker of a frame carries beside the spin: the machine's credit, or the ms at which drawing began.
 */
const MARKER_KINDS = ['credit', 'time'] as const
export type MarkerKind = (typeof MARKER_KINDS)[number]

const CallId = v.number()
/** The id of a peer of the worker, and of its viewer in the platform. */
const Peer = v.string()
const Layer = v.picklist(LAYERS.map(({ id }) => id))

/** To the worker. One with a `call` gets an `answer` event with the same number. */
export const Command = v.variant('type', [
  v.object({
    type: v.literal('open'),
    call: CallId,
    peer: Peer,
    offer: v.string(),
    layer: Layer,
    isHeld: v.boolean(),
    state: MachineState,
  }),
  v.object({ type: v.literal('release'), peer: Peer }),
  v.object({ type: v.literal('publish'), call: CallId, peer: Peer, state: MachineState }),
  v.object({ type: v.literal('accept'), call: CallId, peer: Peer, answer: v.string() }),
  v.object({ type: v.literal('candidate'), call: CallId, peer: Peer, fragment: v.string() }),
  v.object({ type: v.literal('restart'), call: CallId, peer: Peer, fragment: v.string() }),
  v.object({ type: v.literal('layer'), call: CallId, peer: Peer, layer: Layer }),
  v.object({ type: v.literal('still'), call: CallId, state: MachineState }),
  v.object({ type: v.literal('stats'), call: CallId }),
  v.object({ type: v.literal('ping'), call: CallId }),
  v.object({ type: v.literal('close'), peer: Peer }),
  v.object({ type: v.literal('meters'), machineId: v.string(), meters: Meters }),
  v.object({ type: v.literal('spin'), machineId: v.string(), last: LastSpin }),
  v.object({ type: v.literal('stop') }),
])
export type Command = v.InferOutput<typeof Command>

/**
 * Why a command failed. `sdp`: not SDP; `offer`: an offer that cannot be answered; `fragment`: not an SDP
 * fragment; `full`: viewer cap; `down`: the worker is being restarted; `unknown`: no such viewer or machine;
 * `restart`: the ICE restart failed.
 */
const VideoRefusal = v.pipe(
  v.object({
    refused: v.picklist(['sdp', 'offer', 'fragment', 'full', 'down', 'unknown', 'restart']),
    message: v.string(),
  }),
  v.readonly(),
)
export type VideoRefusal = v.InferOutput<typeof VideoRefusal>

const VideoStats = v.pipe(
  v.object({
    /** Frames drawn since the worker started, by machine id. */
    drawn: v.record(v.string(), v.number()),
    /** Current viewers, by machine id. */
    viewers: v.record(v.string(), v.number()),
    /** ms spent drawing, and ms of processor time in all (drawing, encoding, sending). */
    drawMs: v.number(),
    cpuMs: v.number(),
    pid: v.number(),
  }),
  v.readonly(),
)
export type VideoStats = v.InferOutput<typeof VideoStats>

const Answer = v.union([
  VideoRefusal,
  VideoStats,
  v.object({ answer: v.string() }),
  v.object({ offer: v.string() }),
  v.object({ fragment: v.string() }),
  /** A WebP file in Base64. */
  v.object({ still: v.string() }),
  v.object({ ok: v.literal(true) }),
])
export type Answer = v.InferOutput<typeof Answer>

/** From the worker. */
export const WorkerEvent = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  /** A viewer's connection was closed, by either side. */
  v.object({ type: v.literal('closed'), peer: Peer }),
  /** An unexpected error, for the log. */
  v.object({ type: v.literal('failed'), message: v.string() }),
  v.object({ type: v.literal('answer'), call: CallId, value: Answer }),
])
export type WorkerEvent = v.InferOutput<typeof WorkerEvent>

/** The worker's configuration, passed as JSON in its environment. */
export const WorkerOptions = v.pipe(
  v.object({
    /** Servers the worker gathers candidates from; none on a host that viewers reach directly. */
    iceServers: v.array(
      v.object({
        urls: v.union([v.string(), v.array(v.string())]),
        username: v.optional(v.string()),
        credential: v.optional(v.string()),
      }),
    ),
    /** Ranges of the worker's own addresses that answers name. */
    addresses: v.pipe(v.array(v.string()), v.readonly()),
    /** Named in place of those addresses, where NAT maps it to them; unset: those themselves. */
    publicAddress: v.optional(v.string()),
    /** UDP ports to send from; unset: any. */
    ports: v.optional(v.object({ min: v.number(), max: v.number() })),
    /**
     * Networks that are not public and to which packets may be sent where a viewer names an address in them.
     */
    networks: v.pipe(v.array(v.string()), v.readonly()),
    /** Kilobits a second for each viewer. */
    rates: v.object({ start: v.number(), max: v.number() }),
    /** ms a viewer may take to connect, and may be disconnected before it is closed. */
    connectMs: v.number(),
    awayMs: v.number(),
    /** Draw the brands' art ahead of the first viewers. */
    prerender: v.boolean(),
    /** Viewers that get the sharp layer at once; further ones get the full one in its place. */
    maxSharpViewers: v.number(),
    /** Draw a machine-readable marker into every frame, for tests and benches; unset: none. */
    marker: v.optional(v.picklist(MARKER_KINDS)),
  }),
  v.readonly(),
)
export type WorkerOptions = v.InferOutput<typeof WorkerOptions>
