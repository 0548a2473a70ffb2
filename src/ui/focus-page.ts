/** The page or the dialog around an element. */
export const pageAround = (element: Element): HTMLElement | null =>
  element.closest<HTMLElement>('main, dialog, [role$=dialog]')

/** The next Tab then begins in the page or dialog. It is no control, so that it has no ring. */
export function focusPage(page: HTMLElement | null): void {
  if (!page) return
  page.tabIndex = -1
  page.style.outline = '0'
  page.focus({ preventScroll: true })
}
