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

const frame = signal<{ readonly [P in 'bar' | 'banner']?: ComponentType }>({})

/** What joins the bar on top, and what stands below it, once it has come. The bar keeps room for its part. */
export const frameParts: ReadonlySignal<typeof frame.value> = frame

/** Draws this in its place of the frame from now on. */
export function addFramePart(place: 'bar' | 'banner', Part: ComponentType): void {
  frame.value = { ...frame.peek(), [place]: Part }
}
