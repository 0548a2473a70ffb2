import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { ComponentType } from 'react'

/** Names a layer; drawn in the order in which they joined. */
type LayerId = 'reconnect' | 'lock' | 'toasts' | 'names' | 'foot' | typeof MENU_ID

/** What the button of the toolbar opens. */
export const MENU_ID = 'menu'

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

const part = signal<ComponentType | undefined>()

/** What joins the bar on top once it has come. It stands where nothing has to move for it. */
export const barPart: ReadonlySignal<typeof part.value> = part

/** Draws this in the bar on top from now on. */
export function addBarPart(Part: ComponentType): void {
  part.value = Part
}
