import { useLayoutEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { autoplayLeft, blockedBy } from '../state.ts'
import css from './Autoplay.module.css'
import { autoplayAllowed, toggleAutoplay } from './autoplay.ts'
import { startLongPress } from './long-press.ts'

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
      disabled={!runs && blockedBy.value !== undefined}
      onClick={toggleAutoplay}
    >
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d={
            runs
              ? 'M8 8h8v8H8Z'
              : 'M17 3l3 3-3 3M4 11V9a3 3 0 0 1 3-3h13M7 21l-3-3 3-3M20 13v2a3 3 0 0 1-3 3H4'
          }
        />
      </svg>
      <span>{t('autoplay.open')}</span>
    </button>
  )
}
