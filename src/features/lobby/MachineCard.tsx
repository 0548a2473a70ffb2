import { artKey, gamePath } from '../../core/router/machine-paths.ts'
import { t } from '../../i18n/index.ts'
import { Art } from './Art.tsx'
import { canOpen, currentAvailability, statusKey } from './availability/state.ts'
import { LiveStill, MachineOverlay } from './late.tsx'
import styles from './MachineCard.module.css'
import { machineSignal } from './state.ts'
import type { ItemProps } from './VirtualGrid.tsx'

/** One machine: a link if the player may open it, otherwise the reason. */
export function MachineCard({ id, index, count, style }: ItemProps) {
  const machine = machineSignal(id).value
  if (!machine) return null
  const name = machine.name || id
  const availability = currentAvailability(machine)
  return (
    <li
      className={styles.item}
      style={style}
      data-status={machine.status}
      data-availability={availability}
      aria-posinset={index + 1}
      aria-setsize={count}
    >
      {/* Always an <a>, also without a link: a new status updates it in place, and it keeps the focus. */}
      <a
        id={`machine-${id}`}
        href={canOpen(availability) ? gamePath(machine) : undefined}
        tabIndex={canOpen(availability) ? undefined : -1}
        className={styles.card}
      >
        <span className={styles.art}>
          <Art image={machine.image} brand={artKey(machine)} name={name} />
          <LiveStill id={id} />
        </span>
        <strong className={styles.name}>{name}</strong>
        <span className={styles.status}>{t(statusKey(machine, availability))}</span>
      </a>
      <MachineOverlay id={id} />
    </li>
  )
}
