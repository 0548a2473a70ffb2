import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import { kiosk } from '../../../core/settings/kiosk-mode.ts'
import { landscapeLocked, pageRotated, setLandscapeLocked, setPageRotated, setScreenState } from './state.ts'

/** As far as browsers have it; iPhones have neither. */
type Lockable = { lock?: (to: 'landscape') => Promise<void>; unlock?: () => void }
const orientation = (): Lockable | undefined => window.screen.orientation as Lockable | undefined

/** Makes the screen lie, which browsers grant in full screen alone. False where they do not. */
async function lockLandscape(): Promise<boolean> {
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
export async function toggleRotation(): Promise<void> {
  if (pageRotated.peek()) setPageRotated(false)
  else if (landscapeLocked.peek()) {
    orientation()?.unlock?.()
    setLandscapeLocked(false)
  } else if (await lockLandscape()) setLandscapeLocked(true)
  else setPageRotated(true)
}

/** Follows how the screen is held, and turns the page as asked, until the game is left. */
export function startRotation(): () => void {
  const portrait = matchMedia('(orientation: portrait)')
  const coarsePointer = matchMedia('(pointer: coarse)')
  const update = () => setScreenState(coarsePointer.matches && !kiosk.peek(), portrait.matches)
  // Who leaves full screen has their screen back.
  const onFullScreenChange = () => {
    if (!document.fullscreenElement) setLandscapeLocked(false)
  }
  portrait.addEventListener('change', update)
  coarsePointer.addEventListener('change', update)
  document.addEventListener('fullscreenchange', onFullScreenChange)
  update()
  const stop = effect(() => {
    document.documentElement.toggleAttribute('data-rotated', pageRotated.value)
  })
  return () => {
    portrait.removeEventListener('change', update)
    coarsePointer.removeEventListener('change', update)
    document.removeEventListener('fullscreenchange', onFullScreenChange)
    if (landscapeLocked.peek()) orientation()?.unlock?.()
    setLandscapeLocked(false)
    setPageRotated(false)
    stop()
  }
}

/** Runs the rotation while the game is open. Draws nothing. */
export function RotationEffect() {
  useEffect(startRotation, [])
  return null
}
