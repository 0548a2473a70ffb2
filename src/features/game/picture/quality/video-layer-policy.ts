import type { Sample } from './connection-level.ts'

/*
 * When to select a smaller video layer, before the video freezes, and when to try a larger one again. Pure:
 * it takes one sample a second. An index is a layer's position in the server's list; 0 has the highest
 * bitrate.
 */

export interface LayerState {
  readonly index: number
  /** Recent bad samples, weighted; at `MAX_BAD_SCORE` the next smaller layer is selected. */
  readonly badScore: number
  /** Consecutive good samples, and how many of them the next larger layer requires. */
  readonly goodCount: number
  readonly requiredGood: number
  /** Samples since the last change. */
  readonly since: number
  /** The last change selected a larger layer. */
  readonly raised: boolean
  /** The baseline round trip time, ms, for detecting growth. */
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
/** Samples ignored after a change: they still measure the previous layer. */
const SETTLE_SAMPLES = 3
/** A larger layer failed if it was left within so many samples; it is stable after the second number. */
const FAILED_RAISE_SAMPLES = 20
const STABLE_SAMPLES = 60
const REQUIRED_GOOD = { min: 8, max: 240 }
const MAX_LOSS = 0.05
const MIN_FRAME_SHARE = 0.6
const FROZEN_MS = 1000
/** Growth of the round trip (factor, and ms) that shows a filling queue. */
const RTT_GROWTH = { times: 2, by: 150 }

const isGrown = (rtt: number | undefined, baselineRtt: number | undefined) =>
  rtt !== undefined &&
  baselineRtt !== undefined &&
  rtt > baselineRtt * RTT_GROWTH.times &&
  rtt > baselineRtt + RTT_GROWTH.by

/** The weight of a bad sample; 0 is good. */
function badness({ rtt, age, fps, expected, loss }: Sample, baselineRtt: number | undefined): 0 | 1 | 2 {
  if (age === undefined || age > FROZEN_MS) return 2
  const isShort = fps !== undefined && fps < MIN_FRAME_SHARE * expected
  return (loss ?? 0) > MAX_LOSS || isShort || isGrown(rtt, baselineRtt) ? 1 : 0
}

/** Falls at once and rises slowly, so that a filling queue does not become the baseline. */
function smoothRtt(baselineRtt: number | undefined, rtt: number | undefined): number | undefined {
  if (rtt === undefined || baselineRtt === undefined) return rtt ?? baselineRtt
  return rtt < baselineRtt ? rtt : baselineRtt + (rtt - baselineRtt) * 0.01
}

/**
 * Applies one sample. `top`: the largest layer wanted; `layerCount`: layers offered. Selects the next smaller
 * layer after about three seconds of loss, missing frames, growing round trips or a frozen video, and the
 * next larger one after `requiredGood` consecutive good samples. That number doubles each time the larger
 * layer fails.
 */
export function nextLayer(state: LayerState, sample: Sample, top: number, layerCount: number): LayerState {
  const last = Math.max(0, layerCount - 1)
  const least = Math.min(top, last)
  const baselineRtt = smoothRtt(state.baselineRtt, sample.rtt)
  const since = state.since + 1
  if (state.index < least || state.index > last) {
    const index = Math.min(Math.max(state.index, least), last)
    return { ...INITIAL_LAYER, requiredGood: state.requiredGood, baselineRtt, index, since: 0 }
  }
  if (since <= SETTLE_SAMPLES) return { ...state, baselineRtt, since }
  const weight = badness(sample, state.baselineRtt)
  const held = state.raised && since > STABLE_SAMPLES
  const kept = {
    ...state,
    baselineRtt,
    since,
    raised: state.raised && !held,
    requiredGood: held ? Math.max(REQUIRED_GOOD.min, state.requiredGood / 2) : state.requiredGood,
  }
  if (weight === 0) {
    const good = state.goodCount + 1
    const bad = Math.max(0, state.badScore - 1)
    if (good < kept.requiredGood || state.index === least) return { ...kept, goodCount: good, badScore: bad }
    return { ...kept, index: state.index - 1, goodCount: 0, badScore: 0, since: 0, raised: true }
  }
  const bad = state.badScore + weight
  if (bad < MAX_BAD_SCORE || state.index === last)
    return { ...kept, goodCount: 0, badScore: Math.min(bad, MAX_BAD_SCORE) }
  const tooSoon = state.raised && since <= FAILED_RAISE_SAMPLES
  const requiredGood = tooSoon ? Math.min(REQUIRED_GOOD.max, kept.requiredGood * 2) : kept.requiredGood
  return {
    ...kept,
    index: state.index + 1,
    goodCount: 0,
    badScore: 0,
    since: 0,
    raised: false,
    requiredGood,
  }
}

/** A layer of this width, in pixels, serves every phone. */
const PHONE_WIDTH = 640
/** A larger one is wanted from so many of its pixels for one pixel of the page on. */
const MAX_DENSITY = 2

/**
 * The largest layer with at most `fps` frames a second that is not larger than the picture on the screen
 * needs; where all have more frames, the one with the fewest. `shownWidth`: of the picture, in pixels of the
 * page.
 */
export function highestLayer(
  layers: readonly { framerate?: number | undefined; width?: number | undefined }[],
  fps: number,
  saver: boolean,
  shownWidth: number,
): number {
  if (saver) return Math.max(0, layers.length - 1)
  const maxWidth = Math.max(PHONE_WIDTH, MAX_DENSITY * shownWidth)
  const fits = layers.findIndex(({ framerate = 0, width = 0 }) => framerate <= fps && width <= maxWidth)
  if (fits >= 0) return fits
  const fewest = Math.min(...layers.map(({ framerate }) => framerate ?? 0))
  return Math.max(
    0,
    layers.findIndex(({ framerate }) => framerate === fewest),
  )
}
