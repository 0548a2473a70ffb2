import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import type { Machine } from '../../../contract/floor.ts'
import type { Dispose } from '../../../contract/result.ts'
import { artKey } from '../../../core/router/machine-paths.ts'
import { onSessionEnd } from '../../../core/session/state.ts'
import { intlLocale } from '../../../i18n/index.ts'
import {
  brandJackpots,
  brands,
  heldMachine,
  machineIds,
  machineSignal,
  machinesLoad,
  setVisibleIds,
  shownBrand,
  visibleIds,
} from '../state.ts'
import { createDeferredReorder } from './deferred-reorder.ts'
import { type FilterContext, filterAndSort, matches } from './filter.ts'
import { machineList, watchInteraction } from './interaction.ts'
import { favouriteIdSet, filter, setFilter } from './state.ts'

/** The highest jackpot by the brand's art key. */
const topJackpotByBrand = computed(
  () => new Map(brands.value.map((brand) => [artKey(brand), brandJackpots(brand.id)[0] ?? 0])),
)
const compare = computed(() => new Intl.Collator(intlLocale(), { numeric: true }).compare)

const filterContext: FilterContext = {
  isFavourite: (id) => favouriteIdSet.value.has(id),
  get heldId() {
    return heldMachine.value?.id
  },
  jackpot: (brand) => topJackpotByBrand.value.get(brand) ?? 0,
  compare: (a, b) => compare.value(a, b),
}

/** Whether a shown machine still matches; otherwise it is dimmed until the list is reordered. */
export const matchesFilter = (machine: Machine): boolean => matches(machine, filter.value, filterContext)

const filteredIds = computed(() => {
  const { text, brand, status, favourites, sorting } = filter.value
  // Without a filter no machine is subscribed to.
  if (!text && !brand && !status && !favourites && sorting === 'server') return machineIds.value
  const machines = machineIds.value.flatMap((id) => machineSignal(id).value ?? [])
  return filterAndSort(machines, filter.value, filterContext)
})

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a === b || (a.length === b.length && a.every((id, at) => id === b[at]))

/** The duration of the move animation, ms, as in CardOverlay.module.css; cards ignore taps meanwhile. */
const MOVE_MS = 240

/** The brand shown last; null before the first. */
let lastBrand: string | null | undefined = null

/** Clears the search text and the brand filter when another brand is opened. */
function resetSearch(brand: string | undefined): void {
  if (lastBrand !== null && lastBrand !== brand) setFilter({ text: '', brand: '' })
  lastBrand = brand
}

onSessionEnd(() => {
  lastBrand = null
})

const foundCountSignal = signal<number | undefined>(undefined)
/** The number of machines that the last change of the filter found; undefined before the first. */
export const foundCount: ReadonlySignal<number | undefined> = foundCountSignal

/**
 * Applies the filter to the shown machines: at once when the filter or the list changes, and deferred until
 * the player no longer interacts with the list when a machine changes.
 */
export function startFiltering(): Dispose {
  let timer: ReturnType<typeof setTimeout> | undefined
  let before = filter.peek()
  const reorder = createDeferredReorder({
    now: () => performance.now(),
    after(ms, run) {
      const waiting = setTimeout(run, ms)
      return () => clearTimeout(waiting)
    },
    reorder() {
      const list = machineList()
      if (list) {
        list.dataset.settling = ''
        clearTimeout(timer)
        timer = setTimeout(() => delete list.dataset.settling, MOVE_MS)
      }
      setVisibleIds(filteredIds.peek())
    },
  })
  // The first order of a list is applied at once, because nothing is shown yet that could move.
  let isNewList = true
  const stopBrand = effect(() => {
    const brand = shownBrand.value
    untracked(() => resetSearch(brand))
  })
  const stop = effect(() => {
    const next = filteredIds.value
    const current = filter.value
    const ready = machinesLoad.value === 'ready'
    untracked(() => {
      const filterChanged = current !== before
      if (!ready) isNewList = true
      else if (isNewList || filterChanged) {
        reorder.setPending(false)
        isNewList = false
        setVisibleIds(next)
        if (filterChanged) foundCountSignal.value = next.length
      } else reorder.setPending(!sameIds(next, visibleIds.peek()))
      before = current
    })
  })
  const stopWatching = watchInteraction(reorder)
  return () => {
    stopBrand()
    stop()
    stopWatching()
    reorder.stop()
    clearTimeout(timer)
    delete machineList()?.dataset.settling
    foundCountSignal.value = undefined
  }
}
