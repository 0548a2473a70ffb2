import { type ReadonlySignal, signal } from '@preact/signals-react'
import { onSessionEnd } from '../../core/session/state.ts'
import { onDeviceReset } from '../../core/storage/device-signal.ts'

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

function closeAll(): void {
  closePanel()
  setDockExpanded(false)
}
onSessionEnd(closeAll)
// A guest of a kiosk may leave the login with an open panel.
onDeviceReset(closeAll)
