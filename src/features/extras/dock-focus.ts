import type { PanelName } from './state.ts'

export const dockId = (name: PanelName): string => `dock-${name}`
/** The id of the button that expands the dock on small screens. */
export const HANDLE_ID = 'dock'

/**
 * Restores the focus after a panel has closed: to the button that opened it, or to the dock's button if the
 * dock is collapsed. Does nothing if the player has moved the focus meanwhile.
 */
export function focusDock(name: PanelName): void {
  setTimeout(() => {
    const focused = document.activeElement
    if (focused && focused !== document.body) return
    const buttons = [document.getElementById(dockId(name)), document.getElementById(HANDLE_ID)]
    buttons.find((button) => button?.getClientRects().length)?.focus()
  })
}
