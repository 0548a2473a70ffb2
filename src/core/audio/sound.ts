import { type ReadonlySignal, signal } from '@preact/signals-react'
import { settings } from '../settings/settings.ts'
import { read, write } from '../storage/storage.ts'

const KEY = 'reelcast.volume'
const volumeSignal = signal(1)
const mutedSignal = signal(false)
/** Browsers play sound only after a gesture; until then the video plays muted. */
const unlockedSignal = signal(false)
const externalOutputSignal = signal(false)

/** 0 to 1. */
export const volume: ReadonlySignal<number> = volumeSignal
/** The player has muted the sound. */
export const muted: ReadonlySignal<boolean> = mutedSignal
/** A gesture has unlocked the page's sound. */
export const audioUnlocked: ReadonlySignal<boolean> = unlockedSignal

/** The video's sound is routed through a gain node (gain.ts); the element itself is muted then. */
export const hasExternalOutput: ReadonlySignal<boolean> = externalOutputSignal

export function setExternalOutput(next: boolean): void {
  externalOutputSignal.value = next
}

/** Loads the volume that is stored on this device, else the operator's. */
export function loadVolume(): void {
  const stored = Number.parseFloat(read('local', KEY) ?? '')
  volumeSignal.value = stored >= 0 && stored <= 1 ? stored : settings.peek().volume
  mutedSignal.value = volumeSignal.value === 0
}

/** `next`: 0 to 1; 0 mutes. */
export function setVolume(next: number): void {
  volumeSignal.value = Math.min(Math.max(next, 0), 1)
  mutedSignal.value = volumeSignal.value === 0
  write('local', KEY, String(volumeSignal.value))
}

/**
 * Mutes the sound, or unmutes it at its last volume (at 0.5 if that was 0). A gesture that only unlocks the
 * sound does not mute it as well.
 */
export function toggleMute(): void {
  const wasLocked = isFirstGesture || !unlockedSignal.peek()
  unlockAudio()
  if (wasLocked && !mutedSignal.value) return
  if (mutedSignal.value && volumeSignal.value === 0) setVolume(0.5)
  else mutedSignal.value = !mutedSignal.value
}

/**
 * Set by the gesture that unlocked the sound: its pointerdown comes before the click that calls `toggleMute`.
 */
let isFirstGesture = false

/** Call it on every gesture: the first one unlocks the sound. */
export function unlockAudio(): void {
  isFirstGesture = !unlockedSignal.peek()
  unlockedSignal.value = true
}
