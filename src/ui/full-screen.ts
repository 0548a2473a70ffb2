import type { Dispose } from '../contract/result.ts'

/** Whether the page may enter and leave full screen: iPhones have none, and a kiosk never leaves it. */
export const offersFullScreen = (): boolean => document.fullscreenEnabled

export const isFullScreen = (): boolean => Boolean(document.fullscreenElement)

/** Enters full screen; rejects where the browser refuses it, as it does without a touch or key just before. */
export const enterFullScreen = async (options?: FullscreenOptions): Promise<void> =>
  document.documentElement.requestFullscreen(options)

/** Leaves full screen; in a kiosk it stays. */
export async function leaveFullScreen(): Promise<void> {
  if (isFullScreen()) await document.exitFullscreen().catch(() => {})
}

export async function toggleFullScreen(): Promise<void> {
  if (isFullScreen()) await leaveFullScreen()
  else if (offersFullScreen()) await enterFullScreen().catch(() => {})
}

/** Calls `onChange` when full screen begins or ends, also by the browser's own controls. */
export function watchFullScreen(onChange: () => void): Dispose {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}
