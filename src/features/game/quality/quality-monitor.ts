import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { dataSaver } from '../../../core/settings/data-saver.ts'
import { playSettings } from '../../../core/settings/play.ts'
import { type LayerChoice, layerChoice } from '../../../net/whep-layers.ts'
import type { WhepExtensionContext } from '../../../net/whep-session.ts'
import { currentGameSession, type GameSession } from '../game-session.ts'
import { link } from '../state.ts'
import { frameAge, pictureAge } from '../video/state.ts'
import { highestLayer, INITIAL_LAYER, nextLayer } from './layer-policy.ts'
import { debounceLevel, INITIAL_LEVEL, rateSample } from './rate-sample.ts'
import { countReconnect, resetQuality, setLayer, setStats } from './state.ts'
import { type Counters, countersOf, readStats, statsOf } from './stream-stats.ts'

const POLL_INTERVAL_MS = 1000
/** Samples over which loss is measured: a small layer has few packets a second. */
const LOSS_SAMPLES = 4
/** Samples until a refused layer is requested again. */
const RETRY_SAMPLES = 15
/** After a longer gap between two samples (the page was suspended) the earlier ones are dropped. */
const MAX_GAP_MS = 3000

function pictureAges(): { age: number | undefined; ageError: number | undefined } {
  const { ms, error } = frameAge.peek() ?? {}
  return { age: pictureAge.peek(), ageError: ms === undefined ? undefined : error }
}

/** Monitors the video of one visit; call `poll` once a second. */
function createMonitor(session: GameSession): { poll(): Promise<void>; end(): void } {
  resetQuality()
  let extension: WhepExtensionContext | undefined
  let choice: LayerChoice | undefined
  let past: Counters[] = []
  let debounced = INITIAL_LEVEL
  let layerState = INITIAL_LAYER
  let top = 0
  let selected = 0
  let isLayerKnown = false
  let retryIn = 0
  let maxFps = 0
  let ended = false

  const stopCount = effect(() => {
    const state = session.whep.state.value
    if (state === 'restarting' || state === 'waiting') untracked(countReconnect)
  })

  /** Starts a WHEP session: fetches its layers and resets the counters. */
  function startSession(next: WhepExtensionContext) {
    extension = next
    choice = undefined
    past = []
    selected = 0
    isLayerKnown = false
    retryIn = 0
    setLayer(undefined)
    void layerChoice(next).then((found) => {
      if (!ended && next === extension) choice = found
    })
  }

  /** Expected frames a second: the layer's, else the maximum seen, which decays slowly. */
  function expectedFps(fps: number | undefined): number {
    const wanted = playSettings.peek().fps
    maxFps = Math.min(wanted, Math.max(maxFps * 0.99, fps ?? 0))
    return Math.min(wanted, choice?.layers[selected]?.framerate ?? maxFps)
  }

  async function select(index: number) {
    if (!choice || index === selected || link.peek() !== 'up') return
    if (retryIn > 0) {
      retryIn--
      return
    }
    const monitor = choice
    const layer = monitor.layers[index]
    retryIn = RETRY_SAMPLES
    const done = await monitor.choose(index === 0 ? undefined : layer)
    if (ended || monitor !== choice || !done) return
    retryIn = 0
    setSelected(index, monitor)
  }

  function setSelected(index: number, { layers }: LayerChoice) {
    selected = index
    setLayer(index === 0 ? undefined : (layers[index]?.encodingId ?? `${index + 1}/${layers.length}`))
  }

  /** A server may start with a smaller layer: the picture's width tells. */
  function findFirstLayer(found: LayerChoice, pictureWidth: number) {
    isLayerKnown = true
    const index = found.layers.findIndex(({ width }) => width === pictureWidth)
    if (index > 0) setSelected(index, found)
    layerState = { ...layerState, index: Math.max(layerState.index, selected) }
  }

  async function look() {
    const latest = session.whep.extension()
    if (latest && latest !== extension) startSession(latest)
    if (!extension || document.hidden) return
    const current = extension
    const stats = readStats(await current.peer.getStats())
    if (ended || current !== extension) return
    const counters = countersOf(stats, performance.now())
    if (!counters) return
    if (counters.at - (past.at(-1)?.at ?? 0) > MAX_GAP_MS) past = []
    const figures = statsOf(stats, counters, past.at(-1), past[0], pictureAges())
    past = [...past.slice(1 - LOSS_SAMPLES), counters]
    const sample = { ...figures, expected: expectedFps(figures.fps) }
    debounced = debounceLevel(debounced, rateSample(sample))
    setStats(figures, debounced.level)
    if (!choice) return
    const layers = choice.layers
    if (!isLayerKnown && figures.width !== undefined) findFirstLayer(choice, figures.width)
    const wished = highestLayer(layers, playSettings.peek().fps, dataSaver.peek())
    // A larger layer wanted again is selected at once, unless the link required a smaller one.
    if (wished < top && layerState.index === top) layerState = { ...INITIAL_LAYER, index: wished }
    top = wished
    layerState = nextLayer(layerState, sample, top, layers.length)
    void select(layerState.index)
  }

  return {
    poll: look,
    end() {
      ended = true
      stopCount()
    },
  }
}

/**
 * Samples the video statistics once a second while the page is visible, rates the connection, and selects a smaller
 * layer before the video freezes.
 */
export function startQualityMonitor(): Dispose {
  let session: GameSession | undefined
  let current: ReturnType<typeof createMonitor> | undefined
  let polling = false
  const tick = () => {
    if (currentGameSession() !== session) {
      current?.end()
      session = currentGameSession()
      current = session && createMonitor(session)
    }
    // getStats can take longer than a tick.
    if (polling || !current) return
    polling = true
    current
      .poll()
      .catch(() => {})
      .finally(() => {
        polling = false
      })
  }
  const timer = setInterval(tick, POLL_INTERVAL_MS)
  tick()
  return () => {
    clearInterval(timer)
    current?.end()
  }
}
