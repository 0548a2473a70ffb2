import * as v from 'valibot'
import { LAYERS } from '../render/layout.ts'

/*
 * What the platform and the drawing process tell each other. Both are one program, yet a message is parsed like any
 * other: a child that is being killed can cut one short.
 */

const Call = v.number()
const Meters = v.object({ credit: v.number(), win: v.number(), stake: v.number(), freeSpins: v.number() })
const Scene = v.object({
  id: v.string(),
  name: v.string(),
  brand: v.string(),
  game: v.string(),
  currency: v.string(),
})
const Stops = v.pipe(v.array(v.number()), v.readonly())
const Win = v.object({ line: v.number(), symbols: v.number(), symbol: v.string(), amount: v.number() })
const Last = v.object({
  spin: v.object({
    spinId: v.string(),
    stops: Stops,
    wins: v.pipe(v.array(Win), v.readonly()),
    free: v.boolean(),
  }),
  startedAt: v.number(),
  from: v.optional(v.object({ stops: Stops, free: v.boolean() })),
})
const State = v.object({ scene: Scene, meters: Meters, last: v.optional(Last) })

const Layer = v.picklist(LAYERS.map(({ id }) => id))

/** To the drawing process. Those with a `call` are answered. */
export const Order = v.variant('type', [
  v.object({ type: v.literal('open'), call: Call, session: v.string(), offer: v.string(), state: State }),
  v.object({ type: v.literal('candidate'), call: Call, session: v.string(), fragment: v.string() }),
  v.object({ type: v.literal('restart'), call: Call, session: v.string(), fragment: v.string() }),
  v.object({ type: v.literal('layer'), call: Call, session: v.string(), layer: Layer }),
  v.object({ type: v.literal('still'), call: Call, state: State }),
  v.object({ type: v.literal('stats'), call: Call }),
  v.object({ type: v.literal('ping'), call: Call }),
  v.object({ type: v.literal('close'), session: v.string() }),
  v.object({ type: v.literal('meters'), machineId: v.string(), meters: Meters }),
  v.object({ type: v.literal('spin'), machineId: v.string(), last: Last }),
  v.object({ type: v.literal('stop') }),
])
export type Order = v.InferOutput<typeof Order>

const Refusal = v.object({
  refused: v.picklist(['sdp', 'offer', 'fragment', 'full', 'down', 'unknown', 'restart']),
  message: v.string(),
})
export const Stats = v.object({
  /** Frames drawn since the process started, by machine. */
  drawn: v.record(v.string(), v.number()),
  viewers: v.record(v.string(), v.number()),
  /** ms spent drawing, and of processor time in all. */
  drawMs: v.number(),
  cpuMs: v.number(),
  pid: v.number(),
})
export type Stats = v.InferOutput<typeof Stats>

/** From the drawing process. */
export const Report = v.variant('type', [
  v.object({ type: v.literal('ready') }),
  v.object({ type: v.literal('closed'), session: v.string() }),
  /** Something that should not happen, for the log. */
  v.object({ type: v.literal('failed'), message: v.string() }),
  v.object({
    type: v.literal('answer'),
    call: Call,
    value: v.union([
      Refusal,
      Stats,
      v.object({ answer: v.string() }),
      v.object({ fragment: v.string() }),
      /** A JPEG file in Base64. */
      v.object({ still: v.string() }),
      v.object({ ok: v.literal(true) }),
    ]),
  }),
])
export type Report = v.InferOutput<typeof Report>
export type Answer = Extract<Report, { type: 'answer' }>['value']

/** How the drawing process is set up, as JSON in its environment. */
export const ChildOptions = v.object({
  iceServers: v.array(
    v.object({
      urls: v.union([v.string(), v.array(v.string())]),
      username: v.optional(v.string()),
      credential: v.optional(v.string()),
    }),
  ),
  /** Kilobits a second. */
  rates: v.object({ start: v.number(), max: v.number() }),
  /** ms a viewer may take to connect, and may be away before it is let go. */
  connectMs: v.number(),
  awayMs: v.number(),
  /** Draw the brands' art ahead of the first viewers. */
  warmUp: v.boolean(),
})
export type ChildOptions = v.InferOutput<typeof ChildOptions>
