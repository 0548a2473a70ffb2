import { type ReadonlySignal, signal } from '@preact/signals-react'
import { settings } from '../settings/settings.ts'
import { read, write } from '../storage/storage.ts'

const KEY = 'reelcast.volume'
const level = signal(1)
const silent = signal(false)
/** Browsers let sound out only after a gesture; until then the picture plays muted. */
const allowed = signal(false)
const elsewhere = signal(false)

/** How loud, 0 to 1. */
export const volume: ReadonlySignal<number> = level
/** The player's wish for silence. */
export const muted: ReadonlySignal<boolean> = silent
/** The page may be heard. */
export const soundAllowed: ReadonlySignal<boolean> = allowed

/** The picture's sound takes another way than its element (feel/gain.ts), which is silent then. */
export const heardElsewhere: ReadonlySignal<boolean> = elsewhere

/** The sound takes another way from now on, or its own again. */
export function hearElsewhere(next: boolean): void {
  elsewhere.value = next
}

/** Takes the volume of this device, else the operator's. */
export function loadVolume(): void {
  const stored = Number.parseFloat(read('local', KEY) ?? '')
  level.value = stored >= 0 && stored <= 1 ? stored : settings.peek().volume
  silent.value = level.value === 0
}

/** Sets the volume, 0 to 1; 0 is silence. */
export function setVolume(next: number): void {
  level.value = Math.min(Math.max(next, 0), 1)
  silent.value = level.value === 0
  write('local', KEY, String(level.value))
}

/** Switches the sound off, and on again as loud as it was (or at half, when it was at nothing). */
export function toggleMute(): void {
  if (silent.value && level.value === 0) setVolume(0.5)
  else silent.value = !silent.value
}

/** A gesture was made: the sound may start. */
export function allowSound(): void {
  allowed.value = true
}
