import { computed, type ReadonlySignal } from '@preact/signals-react'
import { link } from '../../../core/connection/state.ts'
import { brandsFailure, machinesFailure } from '../state.ts'

/**
 * Whether the server is out of reach: the channel is down, and the lists could not be fetched either. What
 * the lobby shows is then old, and no machine can be opened.
 */
export const isLost: ReadonlySignal<boolean> = computed(
  () =>
    link.value === 'down' &&
    [brandsFailure.value, machinesFailure.value].some((failure) => failure?.retryable),
)
