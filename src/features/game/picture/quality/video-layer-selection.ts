import { dataSaver } from '../../../../core/settings/data-saver.ts'
import { playSettings } from '../../../../core/settings/play.ts'
import { type LayerChoice, layerChoice } from '../../../../net/whep-layers.ts'
import type { WhepExtensionContext } from '../../../../net/whep-session.ts'
import { link } from '../../play/state.ts'
import type { Sample } from './connection-level.ts'
import { setLayer } from './state.ts'
import { highestLayer, INITIAL_LAYER, nextLayer } from './video-layer-policy.ts'

/** Samples until a refused layer is requested again. */
const RETRY_SAMPLES = 15

/** Which of the server's video layers a game receives. */
export interface LayerSelection {
  /**
   * A new WHEP session: fetches its layers. What the link required of the sessions before it still counts.
   */
  startSession(extension: WhepExtensionContext): void
  /** Expected frames a second: the layer's, else the maximum seen, which decays slowly. */
  expectedFps(fps: number | undefined): number
  /**
   * Selects the layer that a sample calls for. `width`: of the received picture in pixels; `shownWidth`: of
   * the picture on the screen, in pixels of the page.
   */
  update(sample: Sample, width: number | undefined, shownWidth: number): void
  end(): void
}

export function createLayerSelection(): LayerSelection {
  let session: WhepExtensionContext | undefined
  let choice: LayerChoice | undefined
  let state = INITIAL_LAYER
  /** The highest layer that frame rate and data saver permit. */
  let top = 0
  let selected = 0
  let isFirstKnown = false
  let retryIn = 0
  let maxFps = 0

  function setSelected(index: number, { layers }: LayerChoice) {
    selected = index
    setLayer(layers[index]?.encodingId ?? `${index + 1}/${layers.length}`)
  }

  /** A server may start with a smaller layer: the picture's width tells. */
  function findFirst(found: LayerChoice, pictureWidth: number) {
    isFirstKnown = true
    const index = found.layers.findIndex(({ width }) => width === pictureWidth)
    if (index > 0) setSelected(index, found)
    state = { ...state, index: Math.max(state.index, selected) }
  }

  async function select(index: number) {
    if (!choice || index === selected || link.peek() !== 'up') return
    if (retryIn > 0) {
      retryIn--
      return
    }
    const asked = choice
    const layer = asked.layers[index]
    retryIn = RETRY_SAMPLES
    const done = await asked.choose(layer)
    if (asked !== choice || !done) return
    retryIn = 0
    setSelected(index, asked)
  }

  return {
    startSession(next) {
      session = next
      choice = undefined
      selected = 0
      isFirstKnown = false
      retryIn = 0
      setLayer(undefined)
      void layerChoice(next).then((found) => {
        if (next === session) choice = found
      })
    },
    expectedFps(fps) {
      const max = playSettings.peek().fps
      maxFps = Math.min(max, Math.max(maxFps * 0.99, fps ?? 0))
      return Math.min(max, choice?.layers[selected]?.framerate ?? maxFps)
    },
    update(sample, width, shownWidth) {
      if (!choice) return
      const { layers } = choice
      if (!isFirstKnown && width !== undefined) findFirst(choice, width)
      const highest = highestLayer(layers, playSettings.peek().fps, dataSaver.peek(), shownWidth)
      // A larger layer wanted again is selected at once, unless the link required a smaller one.
      if (highest < top && state.index === top) state = { ...INITIAL_LAYER, index: highest }
      top = highest
      state = nextLayer(state, sample, top, layers.length)
      void select(state.index)
    },
    end() {
      session = choice = undefined
    },
  }
}
