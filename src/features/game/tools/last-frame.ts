import { computed, effect } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { picture, pictureAge } from '../video/state.ts'

/** How often the frame that is shown is kept, ms. */
export const KEEP_INTERVAL_MS = 1000

/** A connection that has closed leaves the element's picture black. */
const hasPicture = ({ videoWidth, srcObject }: HTMLVideoElement) =>
  videoWidth > 0 &&
  srcObject !== null &&
  'getVideoTracks' in srcObject &&
  srcObject.getVideoTracks().some(({ readyState }) => readyState === 'live')

/**
 * Shows the machine's last frame on `frozen` while its video is lost or has failed; its style marks it as
 * old. It is the frame that the element still shows, else the one that was kept last.
 */
export function keepLastFrame(element: HTMLVideoElement, frozen: HTMLCanvasElement): Dispose {
  const keep = () => {
    if (!hasPicture(element)) return
    frozen.width = element.videoWidth
    frozen.height = element.videoHeight
    frozen.getContext('2d')?.drawImage(element, 0, 0)
  }
  // Without an age this machine has shown no frame, and the canvas may hold another machine's.
  const isShown = computed(() => ['lost', 'failed'].includes(picture.value) && pictureAge.value !== undefined)
  const stop = effect(() => {
    frozen.hidden = !isShown.value
    if (isShown.value || picture.value === 'live') keep()
  })
  const timer = setInterval(() => {
    if (picture.peek() === 'live' && !document.hidden) keep()
  }, KEEP_INTERVAL_MS)
  return () => {
    stop()
    clearInterval(timer)
    frozen.hidden = true
  }
}
