import { useLayoutEffect } from 'react'
import { focusPage, pageAround } from './focus-page.ts'

/**
 * For a control that its own command may remove. The focus would then be lost: the next Tab would begin at
 * the top of the page. It goes to `next`, an id, or to the page or dialog around the control.
 */
export function useFocusAfterwards(control: string, next?: string): void {
  useLayoutEffect(
    () => () => {
      const { activeElement } = document
      if (activeElement?.id !== control) return
      const page = pageAround(activeElement)
      // The control is still in the page. What follows stays in view where it was, as do the rows above it.
      queueMicrotask(() => {
        if (next === undefined) focusPage(page)
        else document.getElementById(next)?.focus({ preventScroll: true })
      })
    },
    [control, next],
  )
}
