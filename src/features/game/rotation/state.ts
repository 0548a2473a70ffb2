import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { video } from '../state.ts'

const pageRotatedSignal = signal(false)
const landscapeLockedSignal = signal(false)
const touchSignal = signal(false)
const portraitSignal = signal(false)

/** The page itself lies on its side, a quarter turn clockwise on a screen that stands. */
export const pageRotated: ReadonlySignal<boolean> = pageRotatedSignal

/** The screen was made to lie: the browser turns all of it. */
export const landscapeLocked: ReadonlySignal<boolean> = landscapeLockedSignal

/**
 * Is rotating offered? Not for a camera's picture, nor where nobody can use it: without touch, on a screen that lies
 * anyhow. (A venue's, which is screwed to its stand, is told to be none: screen.ts.)
 */
export const showRotateScreenMenu = computed(
  () =>
    video.value !== undefined &&
    video.value.type !== 'camera' &&
    touchSignal.value &&
    (portraitSignal.value || landscapeLockedSignal.value),
)

/** The screen is one to touch, and stands or lies. On one that lies nothing has to be turned. */
export function setScreenState(touch: boolean, upright: boolean): void {
  batch(() => {
    touchSignal.value = touch
    portraitSignal.value = upright
    if (!upright) pageRotatedSignal.value = false
  })
}

export function setPageRotated(next: boolean): void {
  pageRotatedSignal.value = next
}

export function setLandscapeLocked(next: boolean): void {
  landscapeLockedSignal.value = next
}
