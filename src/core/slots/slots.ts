import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { ComponentType } from 'react'

/** Names a layer; drawn in the order in which they joined. */
type LayerId = 'extras' | 'reconnect' | 'lock' | 'toasts' | 'names' | 'foot' | 'search'

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

/**
 * The places of the frame that something joins once it has come, so that nobody waits for it. None may move what is
 * there already: each has its room kept, or stands where there is nothing after it.
 *
 * - `logo`: in place of the mark, in bar and navbar, within 150 by 40 px.
 * - `search`: at the start of the bar, 280 px wide, where the screen has 700 px and more; on top of the drawer on phones.
 * - `shortcuts`: a row after the search from 1200 px up (in `layout3` below the user); in the drawer on smaller screens.
 * - `bar`: a button before the balance. `balance`: in place of the amount, in its size.
 * - `banner`: a line below the bar. `lobby`: below the lobby, above the foot.
 * - `claims`: below the list of the drawer. `support`: below the list of every navbar.
 * - `navbar`, `nav`: the navbar at the side or as a drawer, and the one in a row (navbar/parts.ts).
 */
export type FramePlace =
  | 'logo'
  | 'search'
  | 'shortcuts'
  | 'bar'
  | 'banner'
  | 'lobby'
  | 'claims'
  | 'support'
  | 'navbar'
  | 'nav'

/** A place in the lobby's page; of a machine or a brand where an `id` is given. See lobby/Place.tsx. */
export interface FloorPlace {
  at: 'tools' | 'none' | 'dock' | 'card' | 'still' | 'brand'
  id?: string
}

/** `floor` draws all the places of the lobby's page (lobby/tools/). */
type FrameParts = { readonly [P in FramePlace]?: ComponentType } & {
  readonly floor?: ComponentType<FloorPlace>
  readonly balance?: ComponentType<{ hidden: ReadonlySignal<boolean> }>
}

const frame = signal<FrameParts>({})

/** What has joined the frame so far. */
export const frameParts: ReadonlySignal<typeof frame.value> = frame

/** Draws this in its place of the frame from now on. */
export function addFramePart<P extends keyof FrameParts>(place: P, Part: NonNullable<FrameParts[P]>): void {
  frame.value = { ...frame.peek(), [place]: Part }
}

const open = signal(false)

/** Is the navbar that is a drawer open? */
export const drawerOpen: ReadonlySignal<boolean> = open

/** Opens the drawer, or closes it. */
export function openDrawer(next: boolean): void {
  open.value = next
}
