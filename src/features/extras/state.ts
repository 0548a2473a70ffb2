import { type ReadonlySignal, signal } from '@preact/signals-react'
import { onSessionEnd } from '../../core/session/state.ts'

/** What lies at the edge of the page; one of them at a time. */
export type PanelName = 'chat' | 'quick' | 'theme' | 'schemes'

const current = signal<PanelName | undefined>(undefined)
const unfolded = signal(false)

/** The panel that is open. */
export const panel: ReadonlySignal<PanelName | undefined> = current
/** On a small screen the buttons lie behind one: are they out? */
export const dockOut: ReadonlySignal<boolean> = unfolded

/** Opens a panel in place of the one that was open; the same one once more closes it. */
export function togglePanel(name: PanelName): void {
  current.value = current.peek() === name ? undefined : name
}

export function closePanel(): void {
  current.value = undefined
}

export function showDock(out: boolean): void {
  unfolded.value = out
}

onSessionEnd(() => {
  closePanel()
  showDock(false)
})
