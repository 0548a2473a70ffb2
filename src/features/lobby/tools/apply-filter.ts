import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-react'
import type { Machine } from '../../../contract/floor.ts'
import { artKey } from '../../../core/router/paths.ts'
import { onSessionEnd } from '../../../core/session/state.ts'
import { locale } from '../../../i18n/index.ts'
import {
  arrange,
  brands,
  heldMachine,
  jackpotsSaid,
  machineIds,
  machineSignal,
  machinesLoad,
  shownBrand,
  shownIds,
} from '../state.ts'
import { createSettler } from './deferred-reorder.ts'
import { arranged, fits, type Judge } from './filter.ts'
import { grid, watchHand } from './interaction.ts'
import { favouriteIds, want, wish } from './state.ts'

/** The greatest jackpot by the key of a brand's art. */
const jackpots = computed(
  () => new Map(brands.value.map((brand) => [artKey(brand), jackpotsSaid(brand.id)[0] ?? 0])),
)
const compare = computed(() => new Intl.Collator(locale.value, { numeric: true }).compare)

const judge: Judge = {
  isFavourite: (id) => favouriteIds.value.has(id),
  get heldId() {
    return heldMachine.value?.id
  },
  jackpot: (brand) => jackpots.value.get(brand) ?? 0,
  compare: (a, b) => compare.value(a, b),
}

/** Does a machine on show still belong there? One that does not is quiet until it leaves. */
export const belongs = (machine: Machine): boolean => fits(machine, wish.value, judge)

/** The machines as they are wanted now. */
const wanted = computed(() => {
  const { text, brand, status, favourites, sorting } = wish.value
  // The common case, in which no status is anybody's business.
  if (!text && !brand && !status && !favourites && sorting === 'server') return machineIds.value
  const machines = machineIds.value.flatMap((id) => machineSignal(id).value ?? [])
  return arranged(machines, wish.value, judge)
})

const same = (a: readonly string[], b: readonly string[]) =>
  a === b || (a.length === b.length && a.every((id, at) => id === b[at]))

/** How long cards take to their new places, ms; as in Card.module.css. Nothing is tapped meanwhile. */
const MOVE_MS = 240

/** Whose machines were on show last; null before any were. */
let lastBrand: string | null | undefined = null

/** What was sought among the machines of one brand is not sought among those of another. */
function forgetWords(brand: string | undefined): void {
  if (lastBrand !== null && lastBrand !== brand) want({ text: '', brand: '' })
  lastBrand = brand
}

onSessionEnd(() => {
  lastBrand = null
})

const found = signal<number | undefined>(undefined)
/** How many machines the player's last wish has found; undefined before the first. */
export const foundCount: ReadonlySignal<number | undefined> = found

/**
 * Keeps the machines on show as the player wants them: at once when they want something else or another list
 * comes, and when their hand is off when something changed by itself. Answers how to stop.
 */
export function keepOrder(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let before = wish.peek()
  const settler = createSettler({
    now: () => performance.now(),
    after(ms, run) {
      const waiting = setTimeout(run, ms)
      return () => clearTimeout(waiting)
    },
    settle() {
      const list = grid()
      if (list) {
        list.dataset.settling = ''
        clearTimeout(timer)
        timer = setTimeout(() => delete list.dataset.settling, MOVE_MS)
      }
      arrange(wanted.peek())
    },
  })
  // The first of all arrangements, and that of another list, has nothing on show that could jump.
  let fresh = true
  const unmark = effect(() => {
    const brand = shownBrand.value
    untracked(() => forgetWords(brand))
  })
  const stop = effect(() => {
    const next = wanted.value
    const now = wish.value
    const ready = machinesLoad.value === 'ready'
    untracked(() => {
      const own = now !== before
      if (!ready) fresh = true
      else if (fresh || own) {
        settler.stale(false)
        fresh = false
        arrange(next)
        if (own) found.value = next.length
      } else settler.stale(!same(next, shownIds.peek()))
      before = now
    })
  })
  const unwatch = watchHand(settler)
  return () => {
    unmark()
    stop()
    unwatch()
    settler.stop()
    clearTimeout(timer)
    delete grid()?.dataset.settling
    found.value = undefined
  }
}
