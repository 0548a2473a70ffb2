import { effect, signal, untracked } from '@preact/signals-react'
import { type Dispose, disposeAll } from '../../contract/result.ts'
import { PLAY_DEFAULTS, type PlaySettings } from '../../contract/settings-play.ts'
import { playerMaxStake } from '../../core/session/state.ts'
import { playSettings } from '../../core/settings/play.ts'
import { loadedOf } from '../../ui/lazy.tsx'
import { loadLate } from '../../ui/load-late.ts'
import { lateParts } from './late.tsx'
import { blockPlay, link } from './play/state.ts'
import { isPictureDelayed, picture } from './video/state.ts'

/** Whether the operator has set anything that protects a player. `maxStake`: the player's, cents. */
export function requiresProtection(settings: PlaySettings, maxStake: number): boolean {
  const { jurisdiction, realityCheck, lossLimit, sessionLimit, minSpinCycle } = settings
  const slower = minSpinCycle > PLAY_DEFAULTS.minSpinCycle
  const isCapped = maxStake < Number.POSITIVE_INFINITY
  return Boolean(jurisdiction || realityCheck || lossLimit || sessionLimit || slower || isCapped)
}

const isProtectionRequired = () => requiresProtection(playSettings.peek(), playerMaxStake.peek())

/** Blocks play until the protection runs (player-protection/ProtectionLayer.tsx). */
function blockUntilProtected(): Dispose {
  if (!isProtectionRequired() || loadedOf(lateParts)) return () => {}
  return effect(() => {
    const { value } = lateParts.loaded
    if (value && value !== 'failed') return
    const hasFailed = value === 'failed'
    untracked(() => {
      blockPlay(hasFailed, 'noTools')
      blockPlay(!hasFailed, 'tools')
    })
  })
}

/** How long the second wave leaves the network to the first picture, ms. */
const MAX_PICTURE_WAIT_MS = 5000

/**
 * Loads the second wave of a game, the chunk `game-later`: after the first picture, or once that is known to
 * be missing; at once with protection configured, as play is blocked without it.
 */
export function loadSecondWave(): Dispose {
  const isDue = signal(isProtectionRequired())
  const timer = setTimeout(() => {
    isDue.value = true
  }, MAX_PICTURE_WAIT_MS)
  let isRequested = false
  let isStopped = false
  const stopWaiting = effect(() => {
    const isAbsent = isPictureDelayed.value || picture.value === 'failed'
    if (isRequested || !(isDue.value || isAbsent || (link.value === 'up' && picture.value === 'live'))) return
    isRequested = true
    untracked(() => void loadLate(lateParts, () => isStopped))
  })
  return disposeAll([
    () => {
      isStopped = true
      clearTimeout(timer)
    },
    stopWaiting,
    blockUntilProtected(),
  ])
}
