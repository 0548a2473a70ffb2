import type { Sample } from './rate-sample.ts'

/*
 * When a picture is made smaller, before it freezes, and when it may grow again. Pure: one look a second goes in.
 * A rung is a layer's place in the list, 0 the dearest.
 */

export interface LayerState {
  readonly index: number
  /** How bad it has been of late; it takes `DOWN` to go down. */
  readonly badScore: number
  /** Good looks in a row, and how many it takes to try the rung above. */
  readonly goodCount: number
  readonly requiredGood: number
  /** Looks since the last change. */
  readonly since: number
  /** The last change was upwards. */
  readonly raised: boolean
  /** The usual round trip, ms: what a growing one is measured against. */
  readonly baselineRtt: number | undefined
}

export const INITIAL_LAYER: LayerState = {
  index: 0,
  badScore: 0,
  goodCount: 0,
  requiredGood: 8,
  since: Number.POSITIVE_INFINITY,
  raised: false,
  baselineRtt: undefined,
}

const MAX_BAD_SCORE = 3
/** Looks after a change that say nothing yet: the new layer's first second, and figures of the old one. */
const SETTLE_SAMPLES = 3
/** A rung that had to be left this soon was one too many; one that held for so long was not. Looks. */
const FAILED_RAISE_SAMPLES = 20
const STABLE_SAMPLES = 60
const REQUIRED_GOOD = { min: 8, max: 240 }
const MAX_LOSS = 0.05
const MIN_FRAME_SHARE = 0.6
const FROZEN_MS = 1000
/** Round trips that grow to a multiple and by so many ms: a queue on the way is filling. */
const RTT_GROWTH = { times: 2, by: 150 }

const isGrown = (rtt: number | undefined, usual: number | undefined) =>
  rtt !== undefined && usual !== undefined && rtt > usual * RTT_GROWTH.times && rtt > usual + RTT_GROWTH.by

/** How bad a look is: 0 is good, 2 counts double. */
function badness({ rtt, age, fps, expected, loss }: Sample, usual: number | undefined): 0 | 1 | 2 {
  if (age === undefined || age > FROZEN_MS) return 2
  const isShort = fps !== undefined && fps < MIN_FRAME_SHARE * expected
  return (loss ?? 0) > MAX_LOSS || isShort || isGrown(rtt, usual) ? 1 : 0
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
export function nextLayer(state: LayerState, sample: Sample, top: number, rungs: number): LayerState {
  const last = Math.max(0, rungs - 1)
  const least = Math.min(top, last)
  const usual = smoothRtt(state.baselineRtt, sample.rtt)
  const since = state.since + 1
  if (state.index < least || state.index > last) {
    const rung = Math.min(Math.max(state.index, least), last)
    return { ...INITIAL_LAYER, requiredGood: state.requiredGood, baselineRtt: usual, index: rung, since: 0 }
  }
  if (since <= SETTLE_SAMPLES) return { ...state, baselineRtt: usual, since }
  const how = badness(sample, state.baselineRtt)
  const held = state.raised && since > STABLE_SAMPLES
  const kept = {
    ...state,
    usual,
    since,
    climbed: state.raised && !held,
    need: held ? Math.max(REQUIRED_GOOD.min, state.requiredGood / 2) : state.requiredGood,
  }
  if (how === 0) {
    const good = state.goodCount + 1
    const bad = Math.max(0, state.badScore - 1)
    if (good < kept.need || state.index === least) return { ...kept, goodCount: good, badScore: bad }
    return { ...kept, index: state.index - 1, goodCount: 0, badScore: 0, since: 0, raised: true }
  }
  const bad = state.badScore + how
  if (bad < MAX_BAD_SCORE || state.index === last)
    return { ...kept, goodCount: 0, badScore: Math.min(bad, MAX_BAD_SCORE) }
  const tooSoon = state.raised && since <= FAILED_RAISE_SAMPLES
  const need = tooSoon ? Math.min(REQUIRED_GOOD.max, kept.need * 2) : kept.need
  return {
    ...kept,
    index: state.index + 1,
    goodCount: 0,
    badScore: 0,
    since: 0,
    raised: false,
    requiredGood: need,
  }
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
