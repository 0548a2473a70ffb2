import type { Sample } from './rate-sample.ts'

/*
 * When a picture is made smaller, before it freezes, and when it may grow again. Pure: one look a second goes in.
 * A rung is a layer's place in the list, 0 the dearest.
 */

export interface LayerState {
  readonly index: number
  /** How bad it has been of late; it takes `DOWN` to go down. */
  readonly bad: number
  /** Good looks in a row, and how many it takes to try the rung above. */
  readonly good: number
  readonly need: number
  /** Looks since the last change. */
  readonly since: number
  /** The last change was upwards. */
  readonly climbed: boolean
  /** The usual round trip, ms: what a growing one is measured against. */
  readonly usual: number | undefined
}

export const INITIAL_LAYER: LayerState = {
  index: 0,
  bad: 0,
  good: 0,
  need: 8,
  since: Number.POSITIVE_INFINITY,
  climbed: false,
  usual: undefined,
}

const DOWN = 3
/** Looks after a change that say nothing yet: the new layer's first second, and figures of the old one. */
const SETTLE = 3
/** A rung that had to be left this soon was one too many; one that held for so long was not. Looks. */
const TOO_SOON = 20
const HELD = 60
const NEED = { least: 8, most: 240 }
const LOSS = 0.05
const FRAMES = 0.6
const FROZEN = 1000
/** Round trips that grow to a multiple and by so many ms: a queue on the way is filling. */
const GROWN = { times: 2, by: 150 }

const isGrown = (rtt: number | undefined, usual: number | undefined) =>
  rtt !== undefined && usual !== undefined && rtt > usual * GROWN.times && rtt > usual + GROWN.by

/** How bad a look is: 0 is good, 2 counts double. */
function badness({ rtt, age, fps, expected, loss }: Sample, usual: number | undefined): 0 | 1 | 2 {
  if (age === undefined || age > FROZEN) return 2
  const isShort = fps !== undefined && fps < FRAMES * expected
  return (loss ?? 0) > LOSS || isShort || isGrown(rtt, usual) ? 1 : 0
}

/** Follows what is usual: down at once, up slowly, so that a queue that fills does not become the measure. */
function smoothRtt(usual: number | undefined, rtt: number | undefined): number | undefined {
  if (rtt === undefined || usual === undefined) return rtt ?? usual
  return rtt < usual ? rtt : usual + (rtt - usual) * 0.01
}

/**
 * One look more. `top`: the dearest rung that is wished for; `rungs`: how many there are. Goes down a rung after some
 * three seconds of loss, too few frames, growing round trips or a frozen picture; up again after `need` good looks
 * in a row, which double each time the rung above did not hold.
 */
export function nextLayer(state: LayerState, look: Sample, top: number, rungs: number): LayerState {
  const last = Math.max(0, rungs - 1)
  const least = Math.min(top, last)
  const usual = smoothRtt(state.usual, look.rtt)
  const since = state.since + 1
  if (state.index < least || state.index > last) {
    const rung = Math.min(Math.max(state.index, least), last)
    return { ...INITIAL_LAYER, need: state.need, usual, index: rung, since: 0 }
  }
  if (since <= SETTLE) return { ...state, usual, since }
  const how = badness(look, state.usual)
  const held = state.climbed && since > HELD
  const kept = {
    ...state,
    usual,
    since,
    climbed: state.climbed && !held,
    need: held ? Math.max(NEED.least, state.need / 2) : state.need,
  }
  if (how === 0) {
    const good = state.good + 1
    const bad = Math.max(0, state.bad - 1)
    if (good < kept.need || state.index === least) return { ...kept, good, bad }
    return { ...kept, index: state.index - 1, good: 0, bad: 0, since: 0, climbed: true }
  }
  const bad = state.bad + how
  if (bad < DOWN || state.index === last) return { ...kept, good: 0, bad: Math.min(bad, DOWN) }
  const tooSoon = state.climbed && since <= TOO_SOON
  const need = tooSoon ? Math.min(NEED.most, kept.need * 2) : kept.need
  return { ...kept, index: state.index + 1, good: 0, bad: 0, since: 0, climbed: false, need }
}

/** The dearest rung that gives no more frames than are wished for; the one with the fewest where all give more. */
export function highestLayer(
  layers: readonly { framerate?: number | undefined }[],
  fps: number,
  saver: boolean,
): number {
  if (saver) return Math.max(0, layers.length - 1)
  const fits = layers.findIndex(({ framerate }) => (framerate ?? 0) <= fps)
  if (fits >= 0) return fits
  const fewest = Math.min(...layers.map(({ framerate }) => framerate ?? 0))
  return Math.max(
    0,
    layers.findIndex(({ framerate }) => framerate === fewest),
  )
}
