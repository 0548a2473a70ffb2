import { type ReadonlySignal, signal } from '@preact/signals-react'

const drawerOpenSignal = signal(false)

/** Whether the navbar is open as a drawer. */
export const drawerOpen: ReadonlySignal<boolean> = drawerOpenSignal

export function setDrawerOpen(next: boolean): void {
  drawerOpenSignal.value = next
}

const drawerReadySignal = signal(false)

/** Whether the navbar, which holds the drawer, has loaded. */
export const drawerReady: ReadonlySignal<boolean> = drawerReadySignal

/** Call it once the navbar has loaded. */
export function setDrawerReady(): void {
  drawerReadySignal.value = true
}
