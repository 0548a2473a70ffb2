import { type ReadonlySignal, signal } from '@preact/signals-react'
import { settings } from '../settings/settings.ts'
import { read, write } from '../storage/storage.ts'

const KEY = 'reelcast.volume'
const volumeSignal = signal(1)
const mutedSignal = signal(false)
/** Browsers let sound out only after a gesture; until then the picture plays muted. */
const unlockedSignal = signal(false)
const externalOutputSignal = signal(false)

/** How loud, 0 to 1. */
export const volume: ReadonlySignal<number> = volumeSignal
/** The player's wish for silence. */
export const muted: ReadonlySignal<boolean> = mutedSignal
/** The page may be heard. */
export const audioUnlocked: ReadonlySignal<boolean> = unlockedSignal

/** The video's sound is routed through a gain node (gain.ts); the element itself is muted then. */
export const hasExternalOutput: ReadonlySignal<boolean> = externalOutputSignal

/** The sound takes another way from now on, or its own again. */
export function setExternalOutput(next: boolean): void {
  externalOutputSignal.value = next
}

/** Takes the volume of this device, else the operator's. */
export function loadVolume(): void {
  const stored = Number.parseFloat(read('local', KEY) ?? '')
  volumeSignal.value = stored >= 0 && stored <= 1 ? stored : settings.peek().volume
  mutedSignal.value = volumeSignal.value === 0
}

/** Sets the volume, 0 to 1; 0 is silence. */
export function setVolume(next: number): void {
  volumeSignal.value = Math.min(Math.max(next, 0), 1)
  mutedSignal.value = volumeSignal.value === 0
  write('local', KEY, String(volumeSignal.value))
}

/**
 * Switches the sound off, and on again as loud as it was (or at half, when it was at nothing). The gesture that lets the
 * sound out does not switch it off as well.
 */
export function toggleMute(): void {
  const wasLocked = isFirstGesture || !unlockedSignal.peek()
  unlockAudio()
  if (wasLocked && !mutedSignal.value) return
  if (mutedSignal.value && volumeSignal.value === 0) setVolume(0.5)
  else mutedSignal.value = !mutedSignal.value
}

/** A press comes before its click: the last gesture unlocked the sound. */
let isFirstGesture = false

/** A gesture was made: the sound may start. */
export function unlockAudio(): void {
  isFirstGesture = !unlockedSignal.peek()
  unlockedSignal.value = true
}
