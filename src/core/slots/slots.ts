import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { ComponentType } from 'react'

type None = Record<never, never>

/**
 * Every slot, with the props of the components that fill it. Features fill them (`register.ts`) once a page can be
 * used, so that no page waits for them. A component that joins must not move what is there: its room is reserved, or
 * nothing follows it.
 */
export interface SlotProps {
  /** Drawn over every page of a signed-in player; a layer draws nothing while it has nothing to show. */
  layers: None

  // The frame (features/frame): around every page but the game.
  /** Replaces the built-in logo in toolbar and navbar; at most 150 by 40 px. */
  logo: None
  /** At the start of the toolbar, 280 px wide, from 700 px up; at the top of the drawer on phones. */
  search: None
  /** After the search from 1200 px up (in `layout3` below the user); in the drawer on smaller screens. */
  shortcuts: None
  /** A button before the balance. */
  toolbar: None
  /** Replaces the plain amount, in its size. */
  balance: { hidden: ReadonlySignal<boolean> }
  /** A line below the toolbar. */
  banner: None
  /** Below the page, above the footer. */
  belowPage: None
  /** Below the list of the drawer. */
  claims: None
  /** Below the list of every navbar. */
  support: None
  /** The navbar at the side or as a drawer. */
  navbar: None
  /** The navbar as a row in the toolbar. */
  horizontalNav: None

  // The lobby (features/lobby).
  lobbyFilters: None
  /** Shown when the filters match no machine. */
  noMatches: None
  /** Over the end of the list. */
  lobbyDock: None
  machineCard: { id: string }
  machineStill: { id: string }
  brandCard: { id: string }
}

export type SlotName = keyof SlotProps

export interface SlotPart<S extends SlotName> {
  readonly id: string
  readonly Part: ComponentType<SlotProps[S]>
}

/** One signal a slot: what joins one slot redraws no other. */
const slots: { [slot: string]: Signal<readonly SlotPart<never>[]> } = {}

const slotSignal = <S extends SlotName>(slot: S): Signal<readonly SlotPart<S>[]> => {
  slots[slot] ??= signal([])
  return slots[slot] as Signal<readonly SlotPart<SlotName>[]> as Signal<readonly SlotPart<S>[]>
}

/** The components of a slot in the order in which they joined. */
export const slotParts: <S extends SlotName>(slot: S) => ReadonlySignal<readonly SlotPart<S>[]> = slotSignal

/** Adds a component to a slot, in place of the one with the same id; slots for one component need no id. */
export function fillSlot<S extends SlotName>(
  slot: S,
  Part: ComponentType<SlotProps[S]>,
  id: string = slot,
): void {
  const parts = slotSignal(slot)
  const known = parts.peek().find((part) => part.id === id)
  if (known?.Part === Part) return
  parts.value = [...parts.peek().filter((part) => part !== known), { id, Part }]
}

/** Removes a component from a slot. */
export function clearSlot<S extends SlotName>(slot: S, id: string): void {
  const parts = slotSignal(slot)
  parts.value = parts.peek().filter((part) => part.id !== id)
}
