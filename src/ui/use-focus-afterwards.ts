import { useLayoutEffect } from 'react'
import { dialogAround, focusPage } from './focus-page.ts'

/**
 * For a control that its own command may remove. The focus would then be lost: the next Tab would begin at
 * the top of the page. It goes to `next`, an id, else to the dialog around the control, else to the page.
 */
export function useFocusAfterwards(control: string, next?: string): void {
  useLayoutEffect(
    () => () => {
      const { activeElement } = document
      if (activeElement?.id !== control) return
      const dialog = dialogAround(activeElement)
      // The control is still in the page. What follows stays in view where it was, as do the rows above it.
      queueMicrotask(() => {
        const then = next === undefined ? undefined : document.getElementById(next)
        if (then) then.focus({ preventScroll: true })
        else focusPage(dialog)
      })
    },
    [control, next],
  )
}
