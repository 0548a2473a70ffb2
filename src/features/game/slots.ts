import { type ReadonlySignal, signal } from '@preact/signals-react'
import type { ComponentType } from 'react'

/**
 * The places of the game's page that something joins once the game can be played (tools.ts), so that nobody waits for
 * it. None may move what is there already: each has its room kept.
 *
 * - `topper`: above the picture, where a screen is tall. `ambient`: behind it, where it does not fill its place.
 * - `sign`: in the bar, in place of the plain sign of how the picture is.
 * - `bar`: buttons at the end of the bar. `bands`: the row of the machine's bands.
 * - `spin`: beside the spin button. `clock`: beside the meters, always in view.
 * - `over`: windows and layers over the page; they draw nothing while they have nothing to say.
 */
export type GamePlace = 'topper' | 'ambient' | 'sign' | 'bar' | 'bands' | 'spin' | 'clock' | 'over'

type Parts = { readonly [P in GamePlace]?: readonly ComponentType[] }
const parts = signal<Parts>({})

/** What has joined so far, in the order in which it is drawn. */
export const gameParts: ReadonlySignal<Parts> = parts

/** Draws this in its place from now on, after what is there. */
export function addGamePart(place: GamePlace, Part: ComponentType): void {
  const there = parts.peek()[place] ?? []
  if (!there.includes(Part)) parts.value = { ...parts.peek(), [place]: [...there, Part] }
}
