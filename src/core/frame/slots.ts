import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { ComponentType } from 'react'

/**
 * The slots of the frame (features/frame) around every page except the game, and one of the game. In a slot
 * an earlier feature draws a part of a later one, which it must not import. src/app/later.chunk.ts, or the
 * later feature, fills the slot once a page can be used. The part must not move other content, so its room is
 * reserved or nothing follows it. A feature that draws a late part of its own, or of an earlier feature,
 * names the part in its `late.tsx`.
 */
const slots = {
  /** Replaces the built-in logo in toolbar and navbar; at most 150 by 40 px. */
  logo: emptySlot(),
  /** At the start of the toolbar, 280 px wide, from 700 px up; at the top of the drawer on phones. */
  search: emptySlot(),
  /** After the search from 1200 px up (in `layout3` below the user); in the drawer on smaller screens. */
  shortcuts: emptySlot(),
  /** A button before the balance. */
  toolbar: emptySlot(),
  /** Below the header bar, while the live connection is down. */
  linkBanner: emptySlot(),
  /** Below the page, above the footer. */
  belowPage: emptySlot(),
  /** Below the list of every navbar, and on the page of a gate. */
  support: emptySlot(),
  /** In the lobby's dock: the held machine in one line. */
  heldBar: emptySlot(),
  /** In the wallet: the held machine with its credit. */
  heldCard: emptySlot(),
  /** The navbar at the side or as a drawer. */
  navbar: emptySlot(),
  /** The navbar as a row in the toolbar. */
  horizontalNav: emptySlot(),
  /** Over the machine's art above its picture. */
  machineSign: emptySlot(),
}

function emptySlot(): Signal<ComponentType | undefined> {
  return signal()
}

export type SlotName = keyof typeof slots

/** The component that fills a slot. */
export const slotPart = (slot: SlotName): ReadonlySignal<ComponentType | undefined> => slots[slot]

/** Fills a slot and replaces its earlier component. */
export function fillSlot(slot: SlotName, Part: ComponentType): void {
  slots[slot].value = Part
}
