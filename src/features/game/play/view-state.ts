import { batch, computed, signal } from '@preact/signals-react'
import type { Band } from '../../../contract/live.ts'
import { capabilities, restrictStakes } from './state.ts'

const bandSignal = signal<string | undefined>()
const croppedSignal = signal(false)

/** The announced bands, the highest `Order` first. */
export const bands = computed<readonly Band[]>(() =>
  [...(capabilities.value.bands ?? [])].sort((a, b) => b.Order - a.Order),
)

/** The chosen band, while the machine announces it. */
export const activeBand = computed(() => bands.value.find(({ id }) => id === bandSignal.value))

/** Is the picture cropped to the active band? */
export const isCropped = computed(() => croppedSignal.value && Boolean(activeBand.value?.region))

/** The visible region of the video, in fractions of it; undefined: all. */
export const crop = computed(() =>
  croppedSignal.value ? (activeBand.value?.region ?? undefined) : undefined,
)

/** Chooses a band: crops the video to its region and restricts the stakes to its range. */
export function chooseBand(id: string | undefined): void {
  batch(() => {
    bandSignal.value = id
    croppedSignal.value = id !== undefined
    restrictStakes(activeBand.peek()?.stakes ?? undefined)
  })
}

/** Crops the video to the active band, or shows all of it. */
export function setCropped(next: boolean): void {
  croppedSignal.value = next
}
