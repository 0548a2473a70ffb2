import { batch, computed, signal } from '@preact/signals-react'
import type { Band } from '../../../contract/live.ts'
import { capabilities, offerStakes } from '../state.ts'

const chosen = signal<string | undefined>()
const cut = signal(false)

/** The machine's bands as they are shown: the highest `Order` first. None announced, none shown. */
export const bandSelects = computed<readonly Band[]>(() =>
  [...(capabilities.value.bands ?? [])].sort((a, b) => b.Order - a.Order),
)

/** The band that is chosen, while the machine announces it. */
export const activeBand = computed(() => bandSelects.value.find(({ id }) => id === chosen.value))

/** Is the picture cropped to the active band? */
export const cutScreen = computed(() => cut.value && activeBand.value?.region !== undefined)

/** What of the picture is to be seen, in fractions of it; undefined: all. */
export const crop = computed(() => (cut.value ? activeBand.value?.region : undefined))

/** Chooses a band: the picture is cut to its region, the stakes are those of its range. */
export function chooseBand(id: string | undefined): void {
  batch(() => {
    chosen.value = id
    cut.value = id !== undefined
    offerStakes(activeBand.peek()?.stakes)
  })
}

/** Cuts the picture to the active band, or shows all of it again. */
export function cutPicture(next: boolean): void {
  cut.value = next
}
