import { effect, signal, untracked } from '@preact/signals-react'
import type { Dispose } from '../../contract/result.ts'
import { PLAY_DEFAULTS, type PlaySettings } from '../../contract/settings-play.ts'
import { playSettings } from '../../core/settings/play.ts'
import { loadedOf } from '../../ui/lazy.tsx'
import { lateParts } from './late.tsx'
import { blockPlay, link } from './play/state.ts'
import { isPictureDelayed, picture } from './video/state.ts'

/** Whether the operator has set anything that protects a player. */
export function requiresProtection(settings: PlaySettings): boolean {
  const { jurisdiction, realityCheck, lossLimit, sessionLimit, minSpinCycle } = settings
  const slower = minSpinCycle > PLAY_DEFAULTS.minSpinCycle
  return Boolean(jurisdiction || realityCheck || lossLimit || sessionLimit || slower)
}

/**
 * Loads the late chunk. With protection configured, play is blocked until the protection runs
 * (player-protection/ProtectionLayer.tsx), also after a failure.
 */
export function loadLateParts(): void {
  if (loadedOf(lateParts)) return
  const required = requiresProtection(playSettings.peek())
  blockPlay(required, 'tools')
  blockPlay(false, 'noTools')
  void lateParts.preload().then(() => {
    if (lateParts.loaded.peek() !== 'failed') return
    blockPlay(required, 'noTools')
    blockPlay(false, 'tools')
  })
}

/** How long the late parts leave the network to the first picture, ms. */
const MAX_PICTURE_WAIT_MS = 5000

/**
 * Loads the late chunk after the first picture or once that is known to be missing; at once with protection
 * configured, as play is blocked without it. Otherwise the game works without them, and the next machine
 * tries again.
 */
export function startLoadingLateParts(): Dispose {
  const isDue = signal(requiresProtection(playSettings.peek()))
  const timer = setTimeout(() => {
    isDue.value = true
  }, MAX_PICTURE_WAIT_MS)
  let requested = false
  const stop = effect(() => {
    const isAbsent = isPictureDelayed.value || picture.value === 'failed'
    if (requested || !(isDue.value || isAbsent || (link.value === 'up' && picture.value === 'live'))) return
    requested = true
    untracked(loadLateParts)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
