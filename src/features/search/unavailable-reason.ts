import { computed } from '@preact/signals-react'
import { settings } from '../../core/settings/settings.ts'
import { t } from '../../i18n/index.ts'
import { findMachine } from '../lobby/all-machines/state.ts'
import { isLost } from '../lobby/lost/state.ts'
import { availabilityOf, heldMachine } from '../lobby/state.ts'
import { balance } from '../wallet/state.ts'
import type { Entry } from './rank.ts'

const player = computed(() => ({
  heldId: heldMachine.value?.id,
  walletEmpty: balance.value === 0 && !settings.value.zeroBalancePlay,
}))

/**
 * Why the player cannot open an entry now, as text; undefined when they can. A machine whose status is
 * unknown counts as free: the server checks it when it is opened.
 */
export function unavailableReason({ kind, number = '' }: Entry): string | undefined {
  if (kind !== 'machine') return undefined
  const machine = findMachine(number)
  if (!machine) return undefined
  if (isLost.value) return t('search.offline')
  const availability = availabilityOf(machine, player.value)
  if (availability === 'status') return t(`status.${machine.status}`)
  if (availability === 'elsewhere') return t('lobby.elsewhere')
  return availability === 'walletEmpty' ? t('lobby.noBalance') : undefined
}
