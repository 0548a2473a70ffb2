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
function createMonitor(visit: GameSession): { look(): Promise<void>; end(): void } {
  resetQuality()
  let extension: WhepExtensionContext | undefined
  let choice: LayerChoice | undefined
  let past: Counters[] = []
  let shown = INITIAL_LEVEL
  let lower = INITIAL_LAYER
  let top = 0
  let asked = 0
  let patience = 0
  let most = 0
  let over = false

  const stopCount = effect(() => {
    const state = visit.whep.state.value
    if (state === 'restarting' || state === 'waiting') untracked(countReconnect)
  })

  /** Another session: its layers are asked for, and its counters begin at nothing. */
  function begin(next: WhepExtensionContext) {
    extension = next
    choice = undefined
    past = []
    asked = 0
    patience = 0
    setLayer(undefined)
    void layerChoice(next).then((found) => {
      if (!over && next === extension) choice = found
    })
  }

  /** The frames that should come each second; where the server does not say, as many as have come in a second. */
  function expected(fps: number | undefined): number {
    const wished = playSettings.peek().fps
    most = Math.min(wished, Math.max(most * 0.99, fps ?? 0))
    return Math.min(wished, choice?.layers[asked]?.framerate ?? most)
  }

  async function ask(rung: number) {
    // Without a line there is nobody to ask.
    if (!choice || rung === asked || link.peek() !== 'up') return
    if (patience > 0) {
      patience--
      return
    }
    const own = choice
    const layer = own.layers[rung]
    patience = RETRY_SAMPLES
    const done = await own.choose(rung === 0 ? undefined : layer)
    if (over || own !== choice || !done) return
    patience = 0
    asked = rung
    setLayer(rung === 0 ? undefined : (layer?.encodingId ?? `${rung + 1}/${own.layers.length}`))
  }

  async function look() {
    const now = visit.whep.extension()
    if (now && now !== extension) begin(now)
    if (!extension || document.hidden) return
    const own = extension
    const stats = readStats(await own.peer.getStats())
    if (over || own !== extension) return
    const counters = countersOf(stats, performance.now())
    if (!counters) return
    if (counters.at - (past.at(-1)?.at ?? 0) > MAX_GAP_MS) past = []
    const figures = statsOf(stats, counters, past.at(-1), past[0], pictureAge.peek())
    past = [...past.slice(1 - LOSS_SAMPLES), counters]
    const sample = { ...figures, expected: expected(figures.fps) }
    shown = debounceLevel(shown, rateSample(sample))
    setStats(figures, shown.level)
    if (!choice) return
    const layers = choice.layers
    const wished = highestLayer(layers, playSettings.peek().fps, dataSaver.peek())
    // A player who wants more again gets it now, unless the link had it lowered further.
    if (wished < top && lower.index === top) lower = { ...INITIAL_LAYER, index: wished }
    top = wished
    lower = nextLayer(lower, sample, top, layers.length)
    void ask(lower.index)
  }

  return {
    look,
    end() {
      over = true
      stopCount()
    },
  }
}

/**
 * Looks at the picture once a second while the page is seen, says how good it is, and asks for a smaller one before it
 * freezes. The answer ends it.
 */
export function startQualityMonitor(): () => void {
  let visit: GameSession | undefined
  let own: ReturnType<typeof createMonitor> | undefined
  let looking = false
  const beat = () => {
    if (currentGameSession() !== visit) {
      own?.end()
      visit = currentGameSession()
      own = visit && createMonitor(visit)
    }
    // A browser that is slow to tell is not asked twice at once.
    if (looking || !own) return
    looking = true
    own
      .look()
      .catch(() => {})
      .finally(() => {
        looking = false
      })
  }
  const timer = setInterval(beat, POLL_INTERVAL_MS)
  beat()
  return () => {
    clearInterval(timer)
    own?.end()
  }
}
