import type { PanelName } from './state.ts'

export const dockId = (name: PanelName): string => `dock-${name}`
/** The id of the button that expands the dock on small screens. */
export const HANDLE_ID = 'dock'

/**
 * Returns the focus, after a panel has closed, to the button that opened it, or to the dock's own button while the dock
 * is collapsed. Leaves the focus alone where the player has moved it.
 */
export function focusDock(name: PanelName): void {
  setTimeout(() => {
    const focused = document.activeElement
    if (focused && focused !== document.body) return
    const buttons = [document.getElementById(dockId(name)), document.getElementById(HANDLE_ID)]
    buttons.find((button) => button?.checkVisibility())?.focus()
  })
}
