import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react'
import type { ComponentType } from 'react'
import type { LazyComponent } from '../../ui/lazy-component.tsx'

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

  // The game (features/game).
  /** Above the video, on tall screens. */
  topper: None
  /** Behind the video, where it does not fill its box. */
  ambient: None
  /** Replaces the plain video status in the game's bar. */
  videoStatus: None
  /** Buttons at the end of the game's bar. */
  gameBar: None
  bands: None
  besideSpin: None
  /** Beside the meters, always visible. */
  clock: None
  /** Dialogs and layers over the game. */
  gameLayers: None
}

export type SlotName = keyof SlotProps

export interface SlotPart<S extends SlotName> {
  readonly id: string
  readonly Part: ComponentType<SlotProps[S]>
}

/** One signal a slot: what joins one slot redraws no other. */
const slots: { [S in SlotName]?: Signal<readonly SlotPart<S>[]> } = {}

function slotSignal<S extends SlotName>(slot: S): Signal<readonly SlotPart<S>[]> {
  const found: Signal<readonly SlotPart<S>[]> = slots[slot] ?? signal([])
  Object.assign(slots, { [slot]: found })
  return found
}

/** The components of a slot in the order in which they joined. */
export const slotParts = <S extends SlotName>(slot: S): ReadonlySignal<readonly SlotPart<S>[]> =>
  slotSignal(slot)

/** Whether a slot has a component; subscribes the reader to it. */
export const isSlotFilled = (slot: SlotName): boolean => slotSignal(slot).value.length > 0

/** Adds a component to a slot. It takes the place of the one with the same id; slots for one component need no id. */
export function fillSlot<S extends SlotName>(
  slot: S,
  Part: ComponentType<SlotProps[S]>,
  id: string = slot,
): void {
  const parts = slotSignal(slot)
  const before = parts.peek()
  const known = before.find((part) => part.id === id)
  if (known?.Part === Part) return
  const next = { id, Part }
  parts.value = known ? before.map((part) => (part === known ? next : part)) : [...before, next]
}

/** Removes a component from a slot. */
export function clearSlot(slot: SlotName, id: string = slot): void {
  const parts: Signal<readonly { readonly id: string }[]> = slotSignal(slot)
  parts.value = parts.peek().filter((part) => part.id !== id)
}

/** Fills a slot once the chunk has loaded; the slot stays empty when it fails to load. */
export async function fillSlotLazily<S extends SlotName>(
  slot: S,
  { loaded, preload }: LazyComponent<SlotProps[S]>,
): Promise<void> {
  await preload()
  const Part = loaded.peek()
  if (typeof Part === 'function') fillSlot(slot, Part)
}
