import { computed } from '@preact/signals-react'
import type { Machine } from '../../contract/floor.ts'
import { artKey, gamePath } from '../../core/router/paths.ts'
import { settings } from '../../core/settings/settings.ts'
import { t } from '../../i18n/index.ts'
import { balance } from '../wallet/state.ts'
import { Art } from './Art.tsx'
import { type Availability, availabilityOf } from './availability.ts'
import { LiveStill, MachineOverlay } from './late.tsx'
import styles from './MachineCard.module.css'
import { heldMachine, machineSignal } from './state.ts'
import type { ItemProps } from './VirtualGrid.tsx'

// Shared by all cards: they re-render only when one of these values changes.
const heldId = computed(() => heldMachine.value?.id)
const walletEmpty = computed(() => balance.value === 0 && !settings.value.zeroBalancePlay)

function statusText(machine: Machine, availability: Availability): string {
  if (availability === 'held') return t('status.yours')
  if (availability === 'elsewhere') return t('lobby.elsewhere')
  if (availability === 'walletEmpty') return t('lobby.noBalance')
  return t(`status.${machine.status}`)
}

/** One machine: a link if the player may open it, otherwise the reason. */
export function MachineCard({ id, index, count, style }: ItemProps) {
  const machine = machineSignal(id).value
  if (!machine) return null
  const availability = availabilityOf(machine, { heldId: heldId.value, walletEmpty: walletEmpty.value })
  const available = availability === 'held' || availability === 'free'
  return (
    <li
      className={styles.item}
      style={style}
      data-status={machine.status}
      data-availability={availability}
      aria-posinset={index + 1}
      aria-setsize={count}
    >
      {/* Always an <a>, also without a link: a new status updates it in place. */}
      <a href={available ? gamePath(machine) : undefined} className={styles.card}>
        <span className={styles.art}>
          <Art image={machine.image} brand={artKey(machine)} name={machine.name} />
          <LiveStill id={id} />
        </span>
        <strong className={styles.name}>{machine.name || id}</strong>
        <span className={styles.status}>{statusText(machine, availability)}</span>
      </a>
      <MachineOverlay id={id} />
    </li>
  )
}
