import { type ReadonlySignal, signal } from '@preact/signals-react'

/** `off` before the first attempt and after a logout. */
export type Link = 'off' | 'connecting' | 'up' | 'down'

const current = signal<Link>('off')

/** How the live connection is. */
export const link: ReadonlySignal<Link> = current

/** The live connection changed. */
export function linkIs(next: Link): void {
  current.value = next
}
