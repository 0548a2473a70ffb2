import type { SymbolKey } from '../games/game.ts'
import { bosfor } from './bosfor/brand.ts'
import type { BrandPack, Palette } from './brand-pack.ts'
import { kervan } from './kervan/brand.ts'
import { lodos } from './lodos/brand.ts'
import { nar } from './nar/brand.ts'
import { ocak } from './ocak/brand.ts'
import { zeytin } from './zeytin/brand.ts'

export type { BrandPack, Palette } from './brand-pack.ts'

/** All brands in their display order. */
export const BRANDS: readonly BrandPack[] = [kervan, bosfor, nar, lodos, zeytin, ocak]

const byKey = new Map(BRANDS.map((brand) => [brand.key, brand]))

/** A brand by its key; undefined for an unknown one. */
export const brandOf = (key: string): BrandPack | undefined => byKey.get(key)

const DEFAULT_PALETTE: Palette = {
  light: '#ffdf9e',
  main: '#ffb547',
  deep: '#3b2717',
  ground: '#120d0a',
  reelEdge: '#1a120c',
  reel: '#443022',
}

/** A brand's colours; an unknown brand has the default ones. */
export const paletteOf = (key: string): Palette => brandOf(key)?.palette ?? DEFAULT_PALETTE

/** The file of a symbol's picture; undefined for an unknown brand. The file may be missing. */
export const symbolFile = (key: string, symbol: SymbolKey): URL | undefined =>
  byKey.has(key) ? new URL(`./${key}/symbols/${symbol}.svg`, import.meta.url) : undefined
