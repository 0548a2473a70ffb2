import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../../contract/result.ts'
import type { WhepExtensionContext } from '../../../../net/whep-session.ts'
import { currentGameVisit, type GameVisit } from '../../play/game-visit.ts'
import { frameAge, pictureAge } from '../../video/state.ts'
import { debounceLevel, INITIAL_LEVEL, rateSample } from './connection-level.ts'
import { createDelayEstimate } from './delay-estimate.ts'
import { countReconnect, resetQuality, type StreamStats, setEstimatedDelays, setStats } from './state.ts'
import { type Counters, countersOf, readStats, statsOf } from './stream-stats.ts'
import { createLayerSelection } from './video-layer-selection.ts'

const POLL_INTERVAL_MS = 1000
/** Samples over which loss is measured: a small layer has few packets a second. */
const LOSS_SAMPLES = 4
/** After a longer gap between two samples (the page was suspended) the earlier ones are dropped. */
const MAX_GAP_MS = 3000

function pictureAges(): Pick<StreamStats, 'age' | 'ageError' | 'isAgeMeasured'> {
  const { ms, error, isEstimate = false } = frameAge.peek() ?? {}
  const isKnown = ms !== undefined
  return {
    age: pictureAge.peek(),
    ageError: isKnown ? error : undefined,
    isAgeMeasured: isKnown && !isEstimate,
  }
}

/** The width of the picture in pixels of the page; a game has one video. */
const shownWidth = () => document.querySelector('video')?.clientWidth ?? 0

/** Monitors the video of one visit; call `poll` once a second. */
function createMonitor({ whep }: GameVisit): { poll(): Promise<void>; end(): void } {
  resetQuality()
  const layers = createLayerSelection()
  let extension: WhepExtensionContext | undefined
  let past: Counters[] = []
  let debounced = INITIAL_LEVEL
  let estimateDelays = createDelayEstimate()
  let ended = false

  const stopCount = effect(() => {
    const state = whep.state.value
    if (state === 'restarting' || state === 'waiting') untracked(countReconnect)
  })

  async function poll() {
    const latest = whep.extension()
    if (latest && latest !== extension) {
      extension = latest
      past = []
      estimateDelays = createDelayEstimate()
      setEstimatedDelays(undefined)
      layers.startSession(latest)
    }
    if (!extension || document.hidden) return
    const current = extension
    const stats = readStats(await current.peer.getStats())
    if (ended || current !== extension) return
    const counters = countersOf(stats, performance.now())
    if (!counters) return
    if (counters.at - (past.at(-1)?.at ?? 0) > MAX_GAP_MS) past = []
    const figures = statsOf(stats, counters, past.at(-1), past[0], pictureAges())
    past = [...past.slice(1 - LOSS_SAMPLES), counters]
    const sample = { ...figures, expected: layers.expectedFps(figures.fps) }
    debounced = debounceLevel(debounced, rateSample(sample))
    setStats(figures, debounced.level)
    setEstimatedDelays(estimateDelays(figures))
    layers.update(sample, figures.width, shownWidth())
  }

  return {
    poll,
    end() {
      ended = true
      stopCount()
      layers.end()
    },
  }
}

/**
 * Samples the video statistics once a second while the page is visible, rates the connection, and selects a
 * smaller layer before the video freezes.
 */
export function startQualityMonitor(): Dispose {
  let session: GameVisit | undefined
  let current: ReturnType<typeof createMonitor> | undefined
  let polling = false
  const tick = () => {
    if (currentGameVisit() !== session) {
      current?.end()
      session = currentGameVisit()
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
