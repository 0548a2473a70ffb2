import { effect, type Signal, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { videoUrl } from '../../../core/connection/video-url.ts'
import { beforeLogout, currentToken } from '../../../core/session/state.ts'
import { playSettings } from '../../../core/settings/play.ts'
import { settings } from '../../../core/settings/settings.ts'
import { createWhep } from '../../../net/whep.ts'
import { type Layer, layerChoice } from '../../../net/whep-layers.ts'
import type { WhepExtensionContext } from '../../../net/whep-session.ts'
import type { WhepState } from '../../../net/whep-types.ts'

/** A layer is sharp enough for the dialog from so many of its pixels for one pixel of the page on. */
const MIN_DENSITY = 0.75
/** In these states the element shows the frames of the current session. */
const SHOWING: readonly WhepState[] = ['playing', 'stalled', 'restarting']

/** The cheapest layer for a picture of `shownWidth` pixels of the page; `layers`: most expensive first. */
export const cheapestLayer = (layers: readonly Layer[], shownWidth: number): Layer | undefined =>
  layers.filter(({ width = Number.POSITIVE_INFINITY }) => width >= MIN_DENSITY * shownWidth).at(-1)

async function selectLayer(session: WhepExtensionContext, shownWidth: number): Promise<void> {
  const choice = await layerChoice(session)
  const layer = choice && cheapestLayer(choice.layers, shownWidth)
  if (layer) await choice.choose(layer)
}

/** Opens the video at the WHEP URL in the element, which is muted. Returns the function that ends it. */
function openVideo(element: HTMLVideoElement, url: string, isLive: Signal<boolean>): Dispose {
  const whep = createWhep()
  const unbind = new AbortController()
  const stops = [
    whep.watch(element),
    effect(() => {
      element.srcObject = whep.stream.value ?? null
      const session = whep.extension()
      if (session) untracked(() => void selectLayer(session, element.clientWidth))
    }),
    effect(() => {
      const age = whep.age.value
      const isCurrent = age !== undefined && age <= settings.value.maxPictureAge
      isLive.value = isCurrent && SHOWING.includes(whep.state.value)
    }),
  ]
  const close = () => {
    beforeLogout.delete(close)
    unbind.abort()
    for (const stop of stops) stop()
    whep.close()
    element.srcObject = null
    isLive.value = false
  }
  beforeLogout.add(close)
  const start = () =>
    element.play().catch((reason: unknown) => {
      // A phone that saves power starts no video by itself.
      if (reason instanceof DOMException && reason.name === 'NotAllowedError') close()
    })
  element.addEventListener('loadedmetadata', start, { signal: unbind.signal })
  const isRelayOnly = playSettings.peek().iceTransportPolicy === 'relay'
  whep.play({ url, iceServers: [], ...(isRelayOnly && { isRelayOnly }) }, () => currentToken() ?? '')
  return close
}

/**
 * Plays a machine's video in the element while the page is visible. `watchUrl`: as the list names it.
 * `isLive`: the element shows a frame that is no older than the game permits.
 */
export function watchLive(
  element: HTMLVideoElement,
  id: string,
  watchUrl: string,
  isLive: Signal<boolean>,
): Dispose {
  const url = videoUrl(id, watchUrl)
  if (!url) return () => {}
  let close = () => {}
  const update = () => {
    close()
    close = document.hidden ? () => {} : openVideo(element, url, isLive)
  }
  document.addEventListener('visibilitychange', update)
  update()
  return () => {
    document.removeEventListener('visibilitychange', update)
    close()
  }
}
