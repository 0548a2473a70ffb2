import type { LocalizedText } from '../../src/contract/localized-text.ts'
import type { SymbolKey } from '../games/game.ts'

/** The colours of a brand's machines. Every machine shares the warm dark and the brass; the brand gives the light. */
export interface Palette {
  /** Lettering, lamps, win lines. */
  readonly light: string
  /** The brand's colour in full. */
  readonly main: string
  /** Its shade: the cabinet's body. */
  readonly deep: string
  /** Almost black: the background. */
  readonly ground: string
  /** The reels' paper, from the edge to the middle. */
  readonly reelEdge: string
  readonly reel: string
}

/**
 * A brand of machines: one folder `platform/brands/<key>/` and one line of index.ts. Its symbols are
 * `symbols/<symbol key>.svg` in that folder, 200x200 units; docs/art.md says how they are drawn.
 */
export interface BrandPack {
  /**
   * Identifies the brand in the database and in the API, from 1. Never changed and never used again for another
   * brand: the brand's machines, their credit and its jackpot belong to it.
   */
  readonly id: number
  /** The folder's name, and that of the poster `public/assets/machines/<key>.png`: a-z, 0-9 and hyphens. */
  readonly key: string
  /** Shown to players, and the first part of the machines' names: "Kervan 07". */
  readonly name: string
  /** The id of the game it plays: games/index.ts. */
  readonly game: string
  /** Cents that the house puts into the brand's first jackpot. */
  readonly jackpotSeedCents: number
  readonly palette: Palette
  /** What the symbols show, in each language; a symbol without names has its title alone (WILD, BONUS). */
  readonly symbolNames: Readonly<Partial<Record<SymbolKey, Exclude<LocalizedText, string>>>>
}
