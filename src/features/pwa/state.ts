import { type ReadonlySignal, signal } from '@preact/signals-react'

const offlineSignal = signal(false)
const probingSignal = signal(false)

/** Is this device without the server: no network, or nobody at its other end? */
export const offline: ReadonlySignal<boolean> = offlineSignal
/** Is the server being asked whether it is there again? */
export const probing: ReadonlySignal<boolean> = probingSignal

/** The server could be reached, or could not. */
export function setOnline(there: boolean): void {
  offlineSignal.value = !there
}

export function setProbing(now: boolean): void {
  probingSignal.value = now
}
