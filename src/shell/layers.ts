import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { ComponentType } from 'react'

/** Names a layer; drawn in the order in which they joined. */
type LayerId = 'reconnect' | 'lock'

const list = signal<readonly { id: LayerId; Layer: ComponentType }[]>([])

/**
 * What lies over every page of a player: the lock, the way back to a machine. Each is fetched after the page it
 * lies over and joins by itself, so that no page waits for it. A layer draws nothing while it has nothing to say.
 */
export const layers: ReadonlySignal<typeof list.value> = list

/** Draws this over every page from now on, in place of what had the same id. */
export function addLayer(id: LayerId, Layer: ComponentType): void {
  list.value = [...list.peek().filter((one) => one.id !== id), { id, Layer }]
}

/** Takes a layer away. */
export function removeLayer(id: LayerId): void {
  list.value = list.peek().filter((one) => one.id !== id)
}
