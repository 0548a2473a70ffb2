import { effect } from '@preact/signals-react'
import type { Dispose } from '../../../contract/result.ts'
import { artKey } from '../../../core/router/machine-paths.ts'
import { brandJackpots, brands } from '../../lobby/state.ts'
import { storeBrands } from './jackpots.ts'

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
