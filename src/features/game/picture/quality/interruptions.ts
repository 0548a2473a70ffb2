import { effect, untracked } from '@preact/signals-react'
import type { Dispose } from '../../../../contract/result.ts'
import type { GameVisit } from '../../play/game-visit.ts'
import { link } from '../../play/state.ts'

/** `isReconnect`: the video or the socket had to be connected again; else the picture stood still. */
export interface Interruption {
  readonly ms: number
  readonly isReconnect: boolean
}

/**
 * Tells each interruption of a visit's picture at its end, measured from the last frame. What passes while
 * the page is hidden does not count.
 */
export function watchInterruptions({ whep }: GameVisit, onEnd: (ended: Interruption) => void): Dispose {
  let visibleAt = performance.now()
  let current: { start: number; isReconnect: boolean } | undefined
  function end() {
    if (current) onEnd({ ms: performance.now() - current.start, isReconnect: current.isReconnect })
    current = undefined
  }
  function update() {
    const state = whep.state.value
    const isDown = link.value === 'down'
    const isAway = document.hidden || state === 'idle' || state === 'closed'
    if (isAway || (state === 'playing' && !isDown)) return end()
    const start = Math.max(performance.now() - (whep.age.value ?? 0), visibleAt)
    current ??= { start, isReconnect: false }
    current.start = Math.min(current.start, start)
    if (isDown || state !== 'stalled') current.isReconnect = true
  }
  function onVisibility() {
    if (!document.hidden) visibleAt = performance.now()
    untracked(update)
  }
  const stop = effect(update)
  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('pagehide', end)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('pagehide', end)
    end()
  }
}
