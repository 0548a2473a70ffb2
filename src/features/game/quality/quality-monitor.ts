import { effect, untracked } from '@preact/signals-react'
import { dataSaver } from '../../../core/settings/data-saver.ts'
import { playSettings } from '../../../core/settings/play.ts'
import { type LayerChoice, layerChoice } from '../../../net/whep-layers.ts'
import type { WhepExtensionContext } from '../../../net/whep-session.ts'
import { currentGameSession, type GameSession } from '../game-session.ts'
import { link, pictureAge } from '../state.ts'
import { highestLayer, INITIAL_LAYER, nextLayer } from './layer-policy.ts'
import { debounceLevel, INITIAL_LEVEL, rateSample } from './rate-sample.ts'
import { countReconnect, resetQuality, setLayer, setStats } from './state.ts'
import { type Counters, countersOf, readStats, statsOf } from './stream-stats.ts'

const POLL_INTERVAL_MS = 1000
/** Loss is measured over so many looks: of a small picture a second has few packets. */
const LOSS_SAMPLES = 4
/** Looks until a layer that was refused is asked for again. */
const RETRY_SAMPLES = 15
/** More than this between two looks, ms: the page was away, and what happened meanwhile says nothing of now. */
const MAX_GAP_MS = 3000

/** Looks at one visit's picture; `look` once a second. */
function createMonitor(session: GameSession): { poll(): Promise<void>; end(): void } {
  resetQuality()
  let extension: WhepExtensionContext | undefined
  let choice: LayerChoice | undefined
  let past: Counters[] = []
  let debounced = INITIAL_LEVEL
  let layerState = INITIAL_LAYER
  let top = 0
  let selected = 0
  let retryIn = 0
  let maxFps = 0
  let ended = false

  const stopCount = effect(() => {
    const state = session.whep.state.value
    if (state === 'restarting' || state === 'waiting') untracked(countReconnect)
  })

  /** Another session: its layers are asked for, and its counters begin at nothing. */
  function startSession(next: WhepExtensionContext) {
    extension = next
    choice = undefined
    past = []
    selected = 0
    retryIn = 0
    setLayer(undefined)
    void layerChoice(next).then((found) => {
      if (!ended && next === extension) choice = found
    })
  }

  /** The frames that should come each second; where the server does not say, as many as have come in a second. */
  function expectedFps(fps: number | undefined): number {
    const wanted = playSettings.peek().fps
    maxFps = Math.min(wanted, Math.max(maxFps * 0.99, fps ?? 0))
    return Math.min(wanted, choice?.layers[selected]?.framerate ?? maxFps)
  }

  async function select(index: number) {
    // Without a line there is nobody to ask.
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
    selected = index
    setLayer(index === 0 ? undefined : (layer?.encodingId ?? `${index + 1}/${monitor.layers.length}`))
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
    const figures = statsOf(stats, counters, past.at(-1), past[0], pictureAge.peek())
    past = [...past.slice(1 - LOSS_SAMPLES), counters]
    const sample = { ...figures, expected: expectedFps(figures.fps) }
    debounced = debounceLevel(debounced, rateSample(sample))
    setStats(figures, debounced.level)
    if (!choice) return
    const layers = choice.layers
    const wished = highestLayer(layers, playSettings.peek().fps, dataSaver.peek())
    // A player who wants more again gets it now, unless the link had it lowered further.
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
 * Looks at the picture once a second while the page is seen, says how good it is, and asks for a smaller one before it
 * freezes. The answer ends it.
 */
export function startQualityMonitor(): () => void {
  let session: GameSession | undefined
  let current: ReturnType<typeof createMonitor> | undefined
  let polling = false
  const tick = () => {
    if (currentGameSession() !== session) {
      current?.end()
      session = currentGameSession()
      current = session && createMonitor(session)
    }
    // A browser that is slow to tell is not asked twice at once.
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
