import { effect } from '@preact/signals-react'
import { PLAY_DEFAULTS, type PlaySettings } from '../../contract/settings-play.ts'
import { playSettings } from '../../core/settings/play.ts'
import { blockPlay, link, picture } from './state.ts'

/** Whether the operator has set anything that protects a player. */
export function requiresProtection(settings: PlaySettings): boolean {
  const { jurisdiction, realityCheck, lossLimit, sessionLimit, minSpinCycle } = settings
  const slower = minSpinCycle > PLAY_DEFAULTS.minSpinCycle
  return Boolean(jurisdiction || realityCheck || lossLimit || sessionLimit || slower)
}

/** Fetches tools.ts and shows what is in it. Play that waits for it goes on; if it does not come, it waits on. */
export function loadTools(): void {
  const required = requiresProtection(playSettings.peek())
  blockPlay(required, 'tools')
  blockPlay(false, 'noTools')
  import('./tools.chunk.ts')
    .then(({ registerTools }) => registerTools())
    .then(
      () => blockPlay(false, 'tools'),
      () => {
        blockPlay(required, 'noTools')
        blockPlay(false, 'tools')
      },
    )
}

/**
 * Fetches what else a game has (tools.ts) behind its picture, or at once where play has to wait for it: nobody plays
 * without a protection that is set. What else it lacks can be done without, and is asked for again at the next
 * machine. The answer calls it off.
 */
export function startLoadingTools(): () => void {
  const required = requiresProtection(playSettings.peek())
  let requested = false
  return effect(() => {
    if (requested || (!required && (link.value !== 'up' || picture.value !== 'live'))) return
    requested = true
    loadTools()
  })
}
