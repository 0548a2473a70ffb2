import { artKey } from '../../../core/router/paths.ts'
import { settings } from '../../../core/settings/settings.ts'
import { brandJackpots, brands, machineIds, machineSignal } from '../state.ts'

/** The colours of the hot coins, smallest coin first. */
const COLORS = ['blue', 'green', 'purple', 'yellow', 'red'] as const
export type HotColor = (typeof COLORS)[number] | 'plain'

/** Whether the greatest jackpot (cents) is above the operator's limit (cents). */
function isHot(jackpots: readonly number[], limit: number): boolean {
  return (jackpots[0] ?? 0) > limit
}

/** The colour of the greatest hot coin (cents) that fits into a jackpot. */
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

/** The colour of a machine's brand; undefined when all listed machines are of one brand. */
export function machineHotColor(id: string): HotColor | undefined {
  const key = machineSignal(id).value?.brand
  const first = machineSignal(machineIds.value[0] ?? '').value?.brand
  const last = machineSignal(machineIds.value.at(-1) ?? '').value?.brand
  if (!key || first === last) return undefined
  const brand = brands.value.find((candidate) => artKey(candidate) === key)
  return brand && brandHotColor(brand.id)
}
