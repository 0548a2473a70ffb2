import { useLayoutEffect, useRef } from 'react'

/**
 * Moves the focus to `field` when a form opens in place of its button `opener`, and back when it closes. Both
 * are ids. The attribute `autofocus` acts only once on a page.
 */
export function useFormFocus(isOpen: boolean, field: string, opener: string): void {
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    if (wasOpen.current === isOpen) return
    wasOpen.current = isOpen
    document.getElementById(isOpen ? field : opener)?.focus()
  }, [isOpen, field, opener])
}
