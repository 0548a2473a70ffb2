import { batch, computed, signal } from '@preact/signals-react'
import type { Band } from '../../../contract/live.ts'
import { capabilities, restrictStakes } from '../state.ts'

const bandSignal = signal<string | undefined>()
const croppedSignal = signal(false)

/** The machine's bands as they are shown: the highest `Order` first. None announced, none shown. */
export const bands = computed<readonly Band[]>(() =>
  [...(capabilities.value.bands ?? [])].sort((a, b) => b.Order - a.Order),
)

/** The band that is chosen, while the machine announces it. */
export const activeBand = computed(() => bands.value.find(({ id }) => id === bandSignal.value))

/** Is the picture cropped to the active band? */
export const isCropped = computed(() => croppedSignal.value && activeBand.value?.region !== undefined)

/** What of the picture is to be seen, in fractions of it; undefined: all. */
export const crop = computed(() => (croppedSignal.value ? activeBand.value?.region : undefined))

/** Chooses a band: the picture is cut to its region, the stakes are those of its range. */
export function chooseBand(id: string | undefined): void {
  batch(() => {
    bandSignal.value = id
    croppedSignal.value = id !== undefined
    restrictStakes(activeBand.peek()?.stakes)
  })
}

/** Cuts the picture to the active band, or shows all of it again. */
export function setCropped(next: boolean): void {
  croppedSignal.value = next
}
