import { effect } from '@preact/signals-react'
import { kiosk } from '../../../core/settings/kiosk-mode.ts'
import { lockedSideways, screenIs, screenLocked, turned, turnPage } from './state.ts'

/** As far as browsers have it; iPhones have neither. */
type Lockable = { lock?: (to: 'landscape') => Promise<void>; unlock?: () => void }
const orientation = (): Lockable | undefined => window.screen.orientation as Lockable | undefined

/** Makes the screen lie, which browsers grant in full screen alone. False where they do not. */
async function lockSideways(): Promise<boolean> {
  const { documentElement, fullscreenElement, fullscreenEnabled } = document
  const lockable = orientation()
  if (!fullscreenEnabled || !lockable?.lock) return false
  try {
    if (!fullscreenElement) await documentElement.requestFullscreen()
    await lockable.lock('landscape')
    return true
  } catch {
    if (!fullscreenElement && document.fullscreenElement) await document.exitFullscreen().catch(() => {})
    return false
  }
}

/** Lays the game on its side, or sets it upright again: by the screen where it lets itself be locked, else by the page. */
export async function turnScreen(): Promise<void> {
  if (turned.peek()) turnPage(false)
  else if (lockedSideways.peek()) {
    orientation()?.unlock?.()
    screenLocked(false)
  } else if (await lockSideways()) screenLocked(true)
  else turnPage(true)
}

/** Follows how the screen is held, and turns the page as asked, until the game is left. */
export function watchScreen(): () => void {
  const upright = matchMedia('(orientation: portrait)')
  const touch = matchMedia('(pointer: coarse)')
  const look = () => screenIs(touch.matches && !kiosk.peek(), upright.matches)
  // Who leaves full screen has their screen back.
  const follow = () => {
    if (!document.fullscreenElement) screenLocked(false)
  }
  upright.addEventListener('change', look)
  touch.addEventListener('change', look)
  document.addEventListener('fullscreenchange', follow)
  look()
  const stop = effect(() => {
    document.documentElement.toggleAttribute('data-turned', turned.value)
  })
  return () => {
    upright.removeEventListener('change', look)
    touch.removeEventListener('change', look)
    document.removeEventListener('fullscreenchange', follow)
    if (lockedSideways.peek()) orientation()?.unlock?.()
    screenLocked(false)
    turnPage(false)
    stop()
  }
}
