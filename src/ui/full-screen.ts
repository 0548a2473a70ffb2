import type { Dispose } from '../contract/result.ts'

/** Whether the page may enter and leave full screen: iPhones cannot, and a kiosk never leaves it. */
export const offersFullScreen = (): boolean => document.fullscreenEnabled

export const isFullScreen = (): boolean => Boolean(document.fullscreenElement)

/** Enters full screen; rejects without a recent touch or key. */
export const enterFullScreen = async (options?: FullscreenOptions): Promise<void> =>
  document.documentElement.requestFullscreen(options)

/** Leaves full screen, except on a kiosk. */
export async function leaveFullScreen(): Promise<void> {
  if (isFullScreen()) await document.exitFullscreen().catch(() => {})
}

export async function toggleFullScreen(): Promise<void> {
  if (isFullScreen()) await leaveFullScreen()
  else if (offersFullScreen()) await enterFullScreen().catch(() => {})
}

/** Calls `onChange` when full screen starts or ends, also by the browser's own controls. */
export function watchFullScreen(onChange: () => void): Dispose {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}
