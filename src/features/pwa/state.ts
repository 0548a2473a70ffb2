import { type ReadonlySignal, signal } from '@preact/signals-react'

const offlineSignal = signal(false)
const probingSignal = signal(false)

/** Whether the server is unreachable. */
export const offline: ReadonlySignal<boolean> = offlineSignal
/** Whether a probe of the server is in progress. */
export const probing: ReadonlySignal<boolean> = probingSignal

export function setOnline(online: boolean): void {
  offlineSignal.value = !online
}

export function setProbing(next: boolean): void {
  probingSignal.value = next
}
