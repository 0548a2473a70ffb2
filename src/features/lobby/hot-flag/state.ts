import type { Brand, Machine } from '../../../contract/floor.ts'
import { artKey } from '../../../core/router/paths.ts'
import { settings } from '../../../core/settings/settings.ts'
import { brandJackpots, brands } from '../state.ts'

/** The colours of the hot coins, smallest coin first. */
const COLORS = ['blue', 'green', 'purple', 'yellow', 'red'] as const
type HotColor = (typeof COLORS)[number] | 'plain'

function isHot(jackpots: readonly number[], limit: number): boolean {
  return (jackpots[0] ?? 0) > limit
}

/** The colour of the largest hot coin that a jackpot reaches; amounts in cents. */
function hotColor(jackpot: number, coins: readonly number[]): HotColor {
  const fitting = [...coins].sort((a, b) => a - b).filter((coin) => coin <= jackpot).length
  return COLORS[fitting - 1] ?? 'plain'
}

/** The colour of a hot brand; undefined for one that is not hot. */
export function brandHotColor(brandId: string): HotColor | undefined {
  const jackpots = brandJackpots(brandId)
  const { hotFlagLimit, hotCoins } = settings.value
  return isHot(jackpots, hotFlagLimit) ? hotColor(jackpots[0] ?? 0, hotCoins) : undefined
}

/** A machine's `brand` is an art key; some servers send the brand's id or name. */
const namesBrand = (key: string, brand: Brand) =>
  [artKey(brand), brand.id, brand.name].some((name) => name.toLowerCase() === key.toLowerCase())

/** The colour of a machine's brand. `listedBrand`: the brand whose list the machine is in. */
export function machineHotColor(machine: Pick<Machine, 'brand'>, listedBrand?: string): HotColor | undefined {
  const id = listedBrand ?? brands.value.find((brand) => namesBrand(machine.brand, brand))?.id
  return id === undefined ? undefined : brandHotColor(id)
}
