import { effect } from '@preact/signals-react'
import { useEffect } from 'react'
import type { Dispose } from '../../../contract/result.ts'
import { kiosk } from '../../../core/settings/kiosk-mode.ts'
import { createLatest } from '../../../core/stale-answers.ts'
import {
  enterFullScreen,
  isFullScreen,
  leaveFullScreen,
  offersFullScreen,
  watchFullScreen,
} from '../../../ui/full-screen.ts'
import {
  landscapeLocked,
  pageRotated,
  setLandscapeLocked,
  setPageRotated,
  setScreenState,
} from './rotation-state.ts'

/** Optional: iPhones have neither. */
type Lockable = { lock?: (to: 'landscape') => Promise<void>; unlock?: () => void }
const orientation = (): Lockable | undefined => window.screen.orientation as Lockable | undefined

/** Whether full screen began for the lock, and ends with it. */
let enteredFullScreen = false
/** The end of a game makes the marks of its requests stale. */
const requests = createLatest()
let isLocking = false

/** Locks the screen to landscape, which browsers allow in full screen only. False if refused. */
async function lockLandscape(): Promise<boolean> {
  const lockable = orientation()
  if (!offersFullScreen() || !lockable?.lock) return false
  enteredFullScreen = !isFullScreen()
  try {
    if (enteredFullScreen) await enterFullScreen()
    await lockable.lock('landscape')
    return true
  } catch {
    if (enteredFullScreen) await leaveFullScreen()
    return false
  }
}

async function unlockLandscape(): Promise<void> {
  orientation()?.unlock?.()
  setLandscapeLocked(false)
  if (enteredFullScreen) await leaveFullScreen()
}

/** Rotates to landscape, unless the game is left before the browser has answered. */
async function rotate(): Promise<void> {
  const mark = requests.mark()
  isLocking = true
  const isLocked = await lockLandscape()
  isLocking = false
  if (!requests.isStale(mark)) (isLocked ? setLandscapeLocked : setPageRotated)(true)
  else if (isLocked) await unlockLandscape()
}

/**
 * Toggles landscape: by the orientation lock where the browser allows it, else by rotating the page. Does
 * nothing while the browser has not answered an earlier press.
 */
export async function toggleRotation(): Promise<void> {
  if (isLocking) return
  if (pageRotated.peek()) setPageRotated(false)
  else if (landscapeLocked.peek()) await unlockLandscape()
  else await rotate()
}

/** Tracks the orientation and applies the page rotation. */
function startRotation(): Dispose {
  const portrait = matchMedia('(orientation: portrait)')
  const coarsePointer = matchMedia('(pointer: coarse)')
  const update = () => setScreenState(coarsePointer.matches && !kiosk.peek(), portrait.matches)
  // Leaving full screen ends the orientation lock.
  const unwatch = watchFullScreen(() => {
    if (!isFullScreen()) setLandscapeLocked(false)
  })
  portrait.addEventListener('change', update)
  coarsePointer.addEventListener('change', update)
  update()
  const stop = effect(() => {
    document.documentElement.toggleAttribute('data-rotated', pageRotated.value)
  })
  return () => {
    requests.invalidate()
    isLocking = false
    portrait.removeEventListener('change', update)
    coarsePointer.removeEventListener('change', update)
    unwatch()
    if (landscapeLocked.peek()) void unlockLandscape()
    setPageRotated(false)
    stop()
  }
}

/** Runs the rotation while the game is open. Draws nothing. */
export function RotationEffect() {
  useEffect(startRotation, [])
  return null
}
