import { computed, type ReadonlySignal } from '@preact/signals-react'
import { searchTerms } from '../../contract/normalize-for-search.ts'
import { brandPath, gamePath } from '../../core/router/paths.ts'
import { settings } from '../../core/settings/settings.ts'
import { brands, machineIds, machineSignal } from '../lobby/state.ts'
import { pages } from './pages.ts'
import { type Entry, find, indexed } from './rank.ts'
import { learned, typed } from './state.ts'

const onTheFloor = computed((): readonly Entry[] => {
  const machines = new Map(learned.value.map((machine) => [machine.id, machine]))
  // Without its status: a search is not made anew with each spin on the floor.
  for (const id of machineIds.value) {
    const machine = machineSignal(id).peek()
    if (machine) machines.set(id, machine)
  }
  const groups = settings.value.showLobby ? brands.value : []
  return [
    ...groups.map(
      (brand): Entry => ({
        key: `brand:${brand.id}`,
        kind: 'brand',
        title: brand.name,
        url: brandPath(brand),
      }),
    ),
    ...[...machines.values()].map(
      (machine): Entry => ({
        key: `machine:${machine.id}`,
        kind: 'machine',
        title: machine.name || machine.id,
        number: machine.id,
        url: gamePath(machine),
      }),
    ),
  ]
})

const pageIndex = computed(() => indexed(pages.value))
const index = computed(() => [...pageIndex.value, ...indexed(onTheFloor.value)])

/** The words that are searched for. */
export const words: ReadonlySignal<readonly string[]> = computed(() => searchTerms(typed.value))

/** What is suggested now: pages alone before anything is typed. */
export const hits: ReadonlySignal<readonly Entry[]> = computed(() =>
  find(words.value.length ? index.value : pageIndex.value, typed.value),
)

/** The pages that answer this, every one of them. */
export const pagesLike = (text: string): readonly Entry[] => find(pageIndex.value, text, pages.value.length)
