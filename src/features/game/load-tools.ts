import { effect } from '@preact/signals-react'
import { settingsFile } from '../../core/settings/settings.ts'
import { holdPlay, link, picture } from './state.ts'

/**
 * Has the operator set anything that protects a player? Asked before the settings of a game are there
 * (play-settings.ts), so whatever may be such a thing counts as one.
 */
export function isProtected(raw: unknown): boolean {
  const set: Record<string, unknown> = Object(raw)
  const { jurisdiction, realityCheck, lossLimit, sessionLimit, minSpinCycle } = set
  return Boolean(jurisdiction || realityCheck || lossLimit || sessionLimit || Number(minSpinCycle) > 2.5)
}

/** Fetches tools.ts and shows what is in it. Play that waits for it goes on; if it does not come, it waits on. */
export function furnishAgain(): void {
  const urgent = isProtected(settingsFile.peek())
  holdPlay(urgent, 'tools')
  holdPlay(false, 'noTools')
  import('./tools.chunk.ts')
    .then(({ showTools }) => showTools())
    .then(
      () => holdPlay(false, 'tools'),
      () => {
        holdPlay(urgent, 'noTools')
        holdPlay(false, 'tools')
      },
    )
}

/**
 * Fetches what else a game has (tools.ts) behind its picture, or at once where play has to wait for it: nobody plays
 * without a protection that is set. What else it lacks can be done without, and is asked for again at the next
 * machine. The answer calls it off.
 */
export function furnishGame(): () => void {
  const urgent = isProtected(settingsFile.peek())
  let asked = false
  return effect(() => {
    if (asked || (!urgent && (link.value !== 'up' || picture.value !== 'live'))) return
    asked = true
    furnishAgain()
  })
}
