import { computed, type ReadonlySignal } from '@preact/signals-react'
import { searchTerms } from '../../contract/normalize-for-search.ts'
import { brandPath, gamePath } from '../../core/router/machine-paths.ts'
import { settings } from '../../core/settings/settings.ts'
import { allMachines, allMachinesLoad } from '../lobby/all-machines/state.ts'
import { brands, machineIds, machineSignal, shownBrand } from '../lobby/state.ts'
import { pages } from './page-entries.ts'
import { buildIndex, type Entry, rank } from './rank.ts'
import { query } from './state.ts'

const lobbyEntries = computed((): readonly Entry[] => {
  const brandId = shownBrand.value
  // `peek`: a machine's status changes with each spin and must not rebuild the index.
  const machines = new Map(allMachinesLoad.value === 'ready' ? allMachines.peek() : [])
  for (const id of machineIds.value) {
    const machine = machineSignal(id).peek()
    if (machine) machines.set(id, machine)
  }
  const listed = new Set(machineIds.value)
  const groups = settings.value.showLobby ? brands.value : []
  return [
    ...groups.map(
      (brand): Entry => ({
        key: `brand:${brand.id}`,
        kind: 'brand',
        title: brand.name,
        brandId: brand.id,
        url: brandPath(brand),
      }),
    ),
    ...[...machines.values()].map(
      (machine): Entry => ({
        key: `machine:${machine.id}`,
        kind: 'machine',
        title: machine.name || machine.id,
        number: machine.id,
        ...(brandId !== undefined && listed.has(machine.id) && { brandId }),
        url: gamePath(machine),
      }),
    ),
  ]
})

const pageIndex = computed(() => buildIndex(pages.value))
const index = computed(() => [...pageIndex.value, ...buildIndex(lobbyEntries.value)])

export const terms: ReadonlySignal<readonly string[]> = computed(() => searchTerms(query.value))

/** An empty query suggests pages only. */
export const suggestions: ReadonlySignal<readonly Entry[]> = computed(() =>
  rank(terms.value.length ? index.value : pageIndex.value, query.value),
)

/** All pages that match `text`. */
export const searchPages = (text: string): readonly Entry[] => rank(pageIndex.value, text, pages.value.length)
