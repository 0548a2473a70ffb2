import { type ReadonlySignal, signal } from '@preact/signals-react'

/**
 * What stands before everything. `webrtc`: this browser shows no live video, and that is the end of it. `browser`:
 * not one of those we recommend; the player may go on. `checking`, `blocked`, `checkFailed`: the country check is
 * under way, said no, or gave no answer that counts.
 */
export type Gate =
  | { at: 'webrtc' }
  | { at: 'browser' }
  | { at: 'checking' }
  | { at: 'blocked'; country: string | undefined; ip: string | undefined }
  | { at: 'checkFailed' }

const current = signal<Gate | undefined>(undefined)

/** What a player stands before; undefined: nothing, or nothing that is known yet. */
export const gate: ReadonlySignal<Gate | undefined> = current

/** From now on this stands before everything; undefined: the way is free. */
export function stand(next: Gate | undefined): void {
  current.value = next
}
