import { computed } from '@preact/signals-react'
import { artKey } from '../../../core/router/paths.ts'
import { brandJackpots, brands } from '../../lobby/state.ts'
import { machine } from '../play/state.ts'

const MAX_SHOWN = 2

/** The highest jackpots that this machine plays for, cents; empty while its brand is not known. */
export const machineJackpots = computed<readonly number[]>(() => {
  const brand = machine.value?.brand
  const known = brand && brands.value.find((one) => artKey(one) === brand)
  const all = known ? brandJackpots(known.id).filter((cents) => cents > 0) : []
  return [...new Set(all)].slice(0, MAX_SHOWN)
})
