import { useLayoutEffect } from 'react'
import type { Dispose } from '../../../contract/result.ts'
import { t } from '../../../i18n/index.ts'
import { LineIcon } from '../../../ui/LineIcon.tsx'
import { autoplayLeft } from '../play/state.ts'
import css from './Autoplay.module.css'
import { autoplayAllowed, canStartRun, toggleAutoplay } from './actions.ts'

/** Holding the spin button this long is a long press. */
export const LONG_PRESS_MS = 500

/**
 * Calls `onLongPress` when the spin button is held; if that returns true, the release does not spin. Listens
 * on the window, so that the button's own code, which loads earlier, does not know of it.
 */
export function startLongPress(onLongPress: () => boolean): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined
  let wasHeld = false
  const isSpin = ({ target }: Event) =>
    target instanceof Element && target.closest('[data-key=spin]') !== null
  const down = (event: Event) => {
    clearTimeout(timer)
    wasHeld = false
    if (!isSpin(event)) return
    timer = setTimeout(() => {
      wasHeld = onLongPress()
    }, LONG_PRESS_MS)
  }
  const release = () => clearTimeout(timer)
  const click = (event: Event) => {
    release()
    // The release may have been elsewhere, without a click here. The next click is then a key's, or it
    // follows another pointerdown.
    const isOfKey = event instanceof UIEvent && event.detail === 0
    if (!wasHeld || !isSpin(event) || isOfKey) return
    wasHeld = false
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // A long touch would open the browser's context menu.
  const menu = (event: Event) => isSpin(event) && event.preventDefault()
  const out = (event: Event) => isSpin(event) && release()
  const listeners: readonly [string, (event: Event) => void][] = [
    ['pointerdown', down],
    ['pointerup', release],
    ['pointercancel', release],
    ['pointerout', out],
    ['click', click],
    ['contextmenu', menu],
  ]
  for (const [name, listener] of listeners) addEventListener(name, listener, true)
  return () => {
    release()
    for (const [name, listener] of listeners) removeEventListener(name, listener, true)
  }
}

/** Opens the autoplay sheet, or stops autoplay. A long press on the spin button does the same. */
export function AutoplayButton() {
  useLayoutEffect(
    () =>
      startLongPress(() => {
        if (!autoplayAllowed.peek()) return false
        toggleAutoplay()
        return true
      }),
    [],
  )
  if (!autoplayAllowed.value) return null
  const runs = autoplayLeft.value !== undefined
  return (
    <button
      type="button"
      className={css.button}
      data-testid="autoplay"
      data-key="autoplay"
      aria-pressed={runs}
      // It keeps the focus, because on the page the next Space or Enter would spin.
      aria-disabled={!runs && !canStartRun.value}
      onClick={toggleAutoplay}
    >
      <LineIcon
        d={
          runs ? 'M8 8h8v8H8Z' : 'M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4'
        }
      />
      <span>{t('autoplay.open')}</span>
    </button>
  )
}
