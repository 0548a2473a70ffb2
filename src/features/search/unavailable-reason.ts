import { computed } from '@preact/signals-react'
import { settings } from '../../core/settings/settings.ts'
import { t } from '../../i18n/index.ts'
import { availabilityOf, heldMachine, machineSignal } from '../lobby/state.ts'
import { balance } from '../wallet/state.ts'
import type { Entry } from './rank.ts'

const who = computed(() => ({
  heldId: heldMachine.value?.id,
  walletEmpty: balance.value === 0 && !settings.value.zeroBalancePlay,
}))

/**
 * Why this player can't go there now, in words; undefined when they can. A machine that is not on show counts as
 * free: how it is, its server says when they sit down.
 */
export function unavailableReason({ kind, number = '' }: Entry): string | undefined {
  if (kind !== 'machine') return undefined
  const machine = machineSignal(number).value ?? { id: number, status: 'available', reservation: false }
  const seat = availabilityOf(machine, who.value)
  if (seat === 'status') return t(`status.${machine.status}`)
  if (seat === 'elsewhere') return t('lobby.elsewhere')
  return seat === 'walletEmpty' ? t('lobby.noBalance') : undefined
}
