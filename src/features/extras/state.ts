import { type ReadonlySignal, signal } from '@preact/signals-react'
import { onSessionEnd } from '../../core/session/state.ts'

/** What lies at the edge of the page; one of them at a time. */
export type PanelName = 'chat' | 'quick' | 'theme' | 'schemes'

const panelSignal = signal<PanelName | undefined>(undefined)
const dockExpandedSignal = signal(false)

/** The panel that is open. */
export const panel: ReadonlySignal<PanelName | undefined> = panelSignal
/** On a small screen the buttons lie behind one: are they out? */
export const dockExpanded: ReadonlySignal<boolean> = dockExpandedSignal

/** Opens a panel in place of the one that was open; the same one once more closes it. */
export function togglePanel(name: PanelName): void {
  panelSignal.value = panelSignal.peek() === name ? undefined : name
}

export function closePanel(): void {
  panelSignal.value = undefined
}

export function setDockExpanded(out: boolean): void {
  dockExpandedSignal.value = out
}

onSessionEnd(() => {
  closePanel()
  setDockExpanded(false)
})
