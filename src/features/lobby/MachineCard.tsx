import { computed } from '@preact/signals-react'
import type { Machine } from '../../contract/floor.ts'
import { artKey, gamePath } from '../../core/router/paths.ts'
import { settings } from '../../core/settings/settings.ts'
import { Slot } from '../../core/slots/Slot.tsx'
import { t } from '../../i18n/index.ts'
import { balance } from '../wallet/state.ts'
import { Art } from './Art.tsx'
import styles from './MachineCard.module.css'
import { type Availability, availabilityOf, heldMachine, machineSignal } from './state.ts'
import type { ItemProps } from './VirtualGrid.tsx'

// Shared by all cards, so that a new balance or a new word on the held machine wakes them only if it matters.
const heldId = computed(() => heldMachine.value?.id)
const walletEmpty = computed(() => balance.value === 0 && !settings.value.zeroBalancePlay)

function seatText(machine: Machine, seat: Availability): string {
  if (seat === 'own') return t('status.yours')
  if (seat === 'elsewhere') return t('lobby.elsewhere')
  if (seat === 'walletEmpty') return t('lobby.noBalance')
  return t(`status.${machine.status}`)
}

/** One machine: a link where this player may sit down, else the reason why not. */
export function MachineCard({ id, index: at, count: of, style }: ItemProps) {
  const machine = machineSignal(id).value
  if (!machine) return null
  const seat = availabilityOf(machine, { heldId: heldId.value, walletEmpty: walletEmpty.value })
  const open = seat === 'own' || seat === 'free'
  return (
    <li
      className={styles.item}
      style={style}
      data-status={machine.status}
      data-seat={seat}
      aria-posinset={at + 1}
      aria-setsize={of}
    >
      {/* The same element whether it leads somewhere or not: a new status changes it in place. */}
      <a href={open ? gamePath(machine) : undefined} className={styles.card}>
        <span className={styles.art}>
          <Art brand={artKey(machine)} name={machine.name} />
          <Slot name="machineStill" props={{ id }} />
        </span>
        <strong className={styles.name}>{machine.name || id}</strong>
        <span className={styles.status}>{seatText(machine, seat)}</span>
      </a>
      <Slot name="machineCard" props={{ id }} />
    </li>
  )
}
