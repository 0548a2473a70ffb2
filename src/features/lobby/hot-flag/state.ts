import { computed } from '@preact/signals-react'
import type { Brand, Machine } from '../../../contract/floor.ts'
import { artKey } from '../../../core/router/machine-paths.ts'
import { settings } from '../../../core/settings/settings.ts'
import { brandJackpots, brands, lastUpdatedAt, machineIds, machineSignal, shownBrand } from '../state.ts'

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

const brandIdOf = ({ brand: key }: Machine) =>
  shownBrand.value ?? brands.value.find((brand) => namesBrand(key, brand))?.id

/** The listed machines by the id of their brand. */
const machinesByBrand = computed(() => {
  // Big wins come with the list; a pushed status must not compare all machines again.
  lastUpdatedAt.value
  const found = new Map<string, Machine[]>()
  for (const id of machineIds.value) {
    const machine = machineSignal(id).peek()
    const brandId = machine && brandIdOf(machine)
    if (!machine || brandId === undefined) continue
    const others = found.get(brandId)
    if (others) others.push(machine)
    else found.set(brandId, [machine])
  }
  return found
})

/**
 * The machines that carry the flame: in each brand the one with the highest last big win. Where the server
 * reports none, the machines of a brand are equal: all carry it in a list of several brands, none in the
 * brand's own list.
 */
const candidates = computed(() => {
  const ids = new Map<string, string>()
  for (const [brandId, machines] of machinesByBrand.value) {
    const most = Math.max(...machines.map(({ lastBigWin }) => lastBigWin ?? 0))
    const hottest = most > 0 ? machines.filter(({ lastBigWin }) => lastBigWin === most).slice(0, 1) : machines
    if (most > 0 || shownBrand.value === undefined) for (const { id } of hottest) ids.set(id, brandId)
  }
  return ids
})

/** The colour of a machine that carries the flame: the limit is the brand's jackpot. */
export function machineHotColor(id: string): HotColor | undefined {
  const brandId = candidates.value.get(id)
  return brandId === undefined ? undefined : brandHotColor(brandId)
}
