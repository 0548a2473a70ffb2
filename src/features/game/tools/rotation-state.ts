import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { video } from '../video/state.ts'

const pageRotatedSignal = signal(false)
const landscapeLockedSignal = signal(false)
const touchSignal = signal(false)
const portraitSignal = signal(false)

/** The page is rotated by 90 degrees clockwise on a portrait screen. */
export const pageRotated: ReadonlySignal<boolean> = pageRotatedSignal

/** The screen is locked to landscape. */
export const landscapeLocked: ReadonlySignal<boolean> = landscapeLockedSignal

/**
 * Rotation is offered on touch screens in portrait (or locked to landscape), not for camera video and not in
 * a kiosk.
 */
export const showRotateScreenMenu = computed(
  () =>
    video.value !== undefined &&
    video.value.type !== 'camera' &&
    touchSignal.value &&
    (portraitSignal.value || landscapeLockedSignal.value),
)

/** Sets the screen's capabilities. A landscape screen ends the page rotation. */
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
