import type { PanelName } from './state.ts'

/** The id of the button that opens a panel. */
export const dockId = (name: PanelName): string => `dock-${name}`
/** Of the one that brings the others out. */
export const HANDLE_ID = 'dock'

/**
 * A panel is closed: the focus goes to what opened it, once that can be seen again; to the one before it where it
 * is folded away. Not where the player has gone on to something else.
 */
export function focusDock(name: PanelName): void {
  setTimeout(() => {
    const now = document.activeElement
    if (now && now !== document.body) return
    const ways = [document.getElementById(dockId(name)), document.getElementById(HANDLE_ID)]
    ways.find((way) => way?.checkVisibility())?.focus()
  })
}
