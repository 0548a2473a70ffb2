import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import type { Machine } from '../../../contract/floor.ts'
import { artKey } from '../../../core/router/paths.ts'
import { onSessionEnd } from '../../../core/session/state.ts'
import { locale } from '../../../i18n/index.ts'
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

/** The greatest jackpot by the key of a brand's art. */
const topJackpotByBrand = computed(
  () => new Map(brands.value.map((brand) => [artKey(brand), brandJackpots(brand.id)[0] ?? 0])),
)
const compare = computed(() => new Intl.Collator(locale.value, { numeric: true }).compare)

const filterContext: FilterContext = {
  isFavourite: (id) => favouriteIdSet.value.has(id),
  get heldId() {
    return heldMachine.value?.id
  },
  jackpot: (brand) => topJackpotByBrand.value.get(brand) ?? 0,
  compare: (a, b) => compare.value(a, b),
}

/** Does a machine on show still belong there? One that does not is quiet until it leaves. */
export const matchesFilter = (machine: Machine): boolean => matches(machine, filter.value, filterContext)

/** The machines as they are wanted now. */
const filteredIds = computed(() => {
  const { text, brand, status, favourites, sorting } = filter.value
  // The common case, in which no status is anybody's business.
  if (!text && !brand && !status && !favourites && sorting === 'server') return machineIds.value
  const machines = machineIds.value.flatMap((id) => machineSignal(id).value ?? [])
  return filterAndSort(machines, filter.value, filterContext)
})

const sameIds = (a: readonly string[], b: readonly string[]) =>
  a === b || (a.length === b.length && a.every((id, at) => id === b[at]))

/** How long cards take to their new places, ms; as in Card.module.css. Nothing is tapped meanwhile. */
const MOVE_MS = 240

/** Whose machines were on show last; null before any were. */
let lastBrand: string | null | undefined = null

/** What was sought among the machines of one brand is not sought among those of another. */
function resetSearch(brand: string | undefined): void {
  if (lastBrand !== null && lastBrand !== brand) setFilter({ text: '', brand: '' })
  lastBrand = brand
}

onSessionEnd(() => {
  lastBrand = null
})

const foundCountSignal = signal<number | undefined>(undefined)
/** How many machines the player's last wish has found; undefined before the first. */
export const foundCount: ReadonlySignal<number | undefined> = foundCountSignal

/**
 * Keeps the machines on show as the player wants them: at once when they want something else or another list
 * comes, and when their hand is off when something changed by itself. Answers how to stop.
 */
export function startFiltering(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let before = filter.peek()
  const settler = createDeferredReorder({
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
  // The first of all arrangements, and that of another list, has nothing on show that could jump.
  let fresh = true
  const unmark = effect(() => {
    const brand = shownBrand.value
    untracked(() => resetSearch(brand))
  })
  const stop = effect(() => {
    const next = filteredIds.value
    const now = filter.value
    const ready = machinesLoad.value === 'ready'
    untracked(() => {
      const own = now !== before
      if (!ready) fresh = true
      else if (fresh || own) {
        settler.setPending(false)
        fresh = false
        setVisibleIds(next)
        if (own) foundCountSignal.value = next.length
      } else settler.setPending(!sameIds(next, visibleIds.peek()))
      before = now
    })
  })
  const unwatch = watchInteraction(settler)
  return () => {
    unmark()
    stop()
    unwatch()
    settler.stop()
    clearTimeout(timer)
    delete machineList()?.dataset.settling
    foundCountSignal.value = undefined
  }
}
