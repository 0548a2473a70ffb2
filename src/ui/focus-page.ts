/** The dialog around an element; null on the page. */
export const dialogAround = (element: Element): HTMLElement | null =>
  element.closest<HTMLElement>('dialog, [role$=dialog]')

/**
 * Focuses a part of the page such as a dialog, else its content, else all of it. The next Tab then begins
 * there. It is no control, so that it has no ring.
 */
export function focusPage(part?: HTMLElement | null): void {
  for (const page of [part, document.querySelector('main'), document.getElementById('root')]) {
    if (!page) continue
    page.tabIndex = -1
    page.style.outline = '0'
    page.focus({ preventScroll: true })
    // What is gone or not shown yet takes no focus.
    if (document.activeElement === page) return
  }
}
