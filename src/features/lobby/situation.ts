import { computed } from '@preact/signals-react'
import type { Machine } from '../../contract/floor.ts'
import { settings } from '../../core/settings/settings.ts'
import { t } from '../../i18n/index.ts'
import { balance } from '../wallet/state.ts'
import { type Availability, availabilityOf } from './availability.ts'
import { isLost } from './lost/state.ts'
import { heldMachine } from './state.ts'

// Shared by all cards: they re-render only when one of these values changes.
const heldId = computed(() => heldMachine.value?.id)
const walletEmpty = computed(() => balance.value === 0 && !settings.value.zeroBalancePlay)

/** Whether the player may open a machine now. Reads signals. */
export const currentAvailability = (machine: Machine): Availability =>
  isLost.value ? 'lost' : availabilityOf(machine, { heldId: heldId.value, walletEmpty: walletEmpty.value })

/** The status of a machine, or the reason why the player may not open it. */
export function statusText(machine: Machine, availability: Availability): string {
  if (availability === 'held') return t('status.yours')
  if (availability === 'elsewhere') return t('lobby.elsewhere')
  if (availability === 'walletEmpty') return t('lobby.noBalance')
  return t(`status.${machine.status}`)
}
