import { effect } from '@preact/signals-react'
import * as v from 'valibot'
import { Cents } from '../../../contract/money.ts'
import type { Dispose } from '../../../contract/result.ts'
import { artKey } from '../../../core/router/machine-paths.ts'
import { read, write } from '../../../core/storage/storage.ts'
import { brandJackpots, brands } from '../../lobby/state.ts'

const KEY = 'reelcast.kiosk-jackpots'
/** Older amounts are not shown, ms. */
const MAX_AGE_MS = 3_600_000

/** A brand on the attract screen; `jackpot`: its highest jackpot, cents. */
export interface ShownBrand {
  /** Selects the brand's picture. */
  art: string
  name: string
  jackpot?: number | undefined
}

const StoredBrands = v.object({
  at: v.number(),
  brands: v.array(v.object({ art: v.string(), name: v.string(), jackpot: v.optional(Cents) })),
})

/** The machines whose posters are part of the app. */
const DEFAULT_BRANDS: readonly ShownBrand[] = ['kervan', 'bosfor', 'nar', 'lodos', 'zeytin', 'ocak'].map(
  (art) => ({
    art,
    name: '',
  }),
)

/**
 * Stores up to 12 brands, seen `at` ms since 1970. They contain no player's data, so they survive a kiosk
 * reset.
 */
export function storeBrands(brands: readonly ShownBrand[], at: number): void {
  if (brands.length > 0) write('local', KEY, JSON.stringify({ at, brands: brands.slice(0, 12) }))
}

/**
 * The brands to show: those that this kiosk saw last, while their jackpots are recent with these, the highest
 * first; else the default ones.
 */
export function attractBrands(now: number): readonly ShownBrand[] {
  let kept: unknown
  try {
    kept = JSON.parse(read('local', KEY) ?? '')
  } catch {
    return DEFAULT_BRANDS
  }
  const known = v.safeParse(StoredBrands, kept)
  if (!known.success || known.output.brands.length === 0) return DEFAULT_BRANDS
  const { at, brands } = known.output
  const fresh = now >= at && now - at < MAX_AGE_MS
  if (!fresh) return brands.map(({ art, name }) => ({ art, name }))
  return [...brands].sort((a, b) => (b.jackpot ?? 0) - (a.jackpot ?? 0))
}

/** Stores the lobby's brands with their jackpots at each change. */
export function startStoringBrands(): Dispose {
  return effect(() => {
    const list = brands.value.map((brand) => ({
      art: artKey(brand),
      name: brand.name,
      jackpot: brandJackpots(brand.id)[0],
    }))
    storeBrands(list, Date.now())
  })
}
