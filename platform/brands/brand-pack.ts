import type { SymbolNames } from '../games/rules.ts'

/**
 * The colours of a brand's machines. All machines share a warm dark background and brass; the brand sets the
 * light.
 */
export interface Palette {
  /** Lettering, lamps, win lines. */
  readonly light: string
  /** The brand's main colour. */
  readonly main: string
  /** A darker shade: the cabinet's body. */
  readonly deep: string
  /** Almost black: the background. */
  readonly ground: string
  /** The reels' background, from the edge to the middle. */
  readonly reelEdge: string
  readonly reel: string
}

/**
 * A brand of machines: a folder `platform/brands/<key>/` and a line of index.ts. Its symbols are
 * `symbols/<symbol key>.svg` in that folder, 200x200 units; docs/art.md explains how to draw them.
 */
export interface BrandPack {
  /**
   * Identifies the brand in the database and in the API, from 1. Never change or reuse it: the brand's
   * machines, their credit and its jackpot belong to it.
   */
  readonly id: number
  /** The name of the folder and of the poster `public/assets/machines/<key>.png`: a-z, 0-9 and hyphens. */
  readonly key: string
  /** Shown to players, and the first part of the machines' names: "Kervan 07". */
  readonly name: string
  /** The id of its game: games/index.ts. */
  readonly game: string
  /** The first jackpot, paid by the house, cents. */
  readonly jackpotSeedCents: number
  readonly palette: Palette
  /** The names of the symbols in each language; a symbol without names has its title only (WILD, BONUS). */
  readonly symbolNames: SymbolNames
}
