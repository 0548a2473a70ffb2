import { type ReadonlySignal, signal } from '@preact/signals-react'

const cut = signal(false)
const asking = signal(false)

/** Is this device without the server: no network, or nobody at its other end? */
export const offline: ReadonlySignal<boolean> = cut
/** Is the server being asked whether it is there again? */
export const probing: ReadonlySignal<boolean> = asking

/** The server could be reached, or could not. */
export function reached(there: boolean): void {
  cut.value = !there
}

export function setProbing(now: boolean): void {
  asking.value = now
}
