import { computed } from '@preact/signals-react'
import type { Band } from '../../../contract/live.ts'
import { activeBand, bands } from '../play/view-state.ts'

/** Shows the whole picture and offers all stakes, as a game without a chosen band does. */
const isWhole = ({ region, stakes }: Band): boolean =>
  !stakes?.length && (!region || (region.width >= 1 && region.height >= 1))

const isSame = (a: Band, b: Band): boolean =>
  (isWhole(a) && isWhole(b)) ||
  (JSON.stringify(a.region) === JSON.stringify(b.region) &&
    JSON.stringify(a.stakes) === JSON.stringify(b.stakes))

/**
 * The bands between which a player sees a difference: of those with the same part of the picture and the same
 * stakes the first. `undefined`, everything, is one of them unless a band shows it; alone it is no choice.
 */
export const views = computed<readonly (Band | undefined)[]>(() => {
  const all = bands.value
  const distinct = all.filter((band, at) => !all.slice(0, at).some((earlier) => isSame(earlier, band)))
  const known = distinct.some(isWhole) ? distinct : [undefined, ...distinct]
  return known.length > 1 ? known : []
})

/** The view that is chosen; before the first choice the one that shows everything. */
export const activeView = computed<Band | undefined>(
  () => activeBand.value ?? views.value.find((view) => view && isWhole(view)),
)

/** The first view that shows a part of the picture. */
export const croppable = computed<Band | undefined>(() =>
  views.value.find((view) => view?.region && !isWhole({ ...view, stakes: undefined })),
)
