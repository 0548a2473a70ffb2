import { type ReadonlySignal, signal } from '@preact/signals-react'
import { onSessionEnd } from '../../core/session/state.ts'

/** The side panels; at most one is open. */
export type PanelName = 'chat' | 'quick' | 'theme' | 'schemes'

const panelSignal = signal<PanelName | undefined>(undefined)
const dockExpandedSignal = signal(false)

export const panel: ReadonlySignal<PanelName | undefined> = panelSignal
/** Whether the dock's buttons are shown on a small screen, where one button expands them. */
export const dockExpanded: ReadonlySignal<boolean> = dockExpandedSignal

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
