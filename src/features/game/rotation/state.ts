import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { video } from '../state.ts'

const byPage = signal(false)
const byScreen = signal(false)
const touched = signal(false)
const stands = signal(false)

/** The page itself lies on its side, a quarter turn clockwise on a screen that stands. */
export const turned: ReadonlySignal<boolean> = byPage

/** The screen was made to lie: the browser turns all of it. */
export const lockedSideways: ReadonlySignal<boolean> = byScreen

/**
 * Is rotating offered? Not for a camera's picture, nor where nobody can use it: without touch, on a screen that lies
 * anyhow. (A venue's, which is screwed to its stand, is told to be none: screen.ts.)
 */
export const showRotateScreenMenu = computed(
  () =>
    video.value !== undefined &&
    video.value.type !== 'camera' &&
    touched.value &&
    (stands.value || byScreen.value),
)

/** The screen is one to touch, and stands or lies. On one that lies nothing has to be turned. */
export function screenIs(touch: boolean, upright: boolean): void {
  batch(() => {
    touched.value = touch
    stands.value = upright
    if (!upright) byPage.value = false
  })
}

export function turnPage(next: boolean): void {
  byPage.value = next
}

export function screenLocked(next: boolean): void {
  byScreen.value = next
}
