import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import type { Machine } from '../../contract/floor.ts'
import { artKey, gamePath } from '../../core/router/machine-paths.ts'
import { t } from '../../i18n/index.ts'
import { useFocusAfterwards } from '../../ui/use-focus-afterwards.ts'
import { Art } from './Art.tsx'
import { type Availability, canOpen, currentAvailability, statusKey } from './availability/state.ts'
import styles from './MachineTile.module.css'
import { showBusy } from './watched/state.ts'

interface Props {
  machine: Machine
  /** Why it is shown, above its name. */
  kind?: string | undefined
  /** In place of the status. */
  note?: ReactNode
  onOpen?: () => void
}

/** A machine in a small box: a link if the player may open it; any other opens its dialog. */
export function MachineTile(props: Props) {
  const id = useId()
  const availability = currentAvailability(props.machine)
  const element = canOpen(availability) ? 'link' : availability === 'lost' ? 'text' : 'button'
  return <Tile key={element} id={id} availability={availability} {...props} />
}

/** In each state another element, which takes over the focus of the last one. */
function Tile({
  id,
  availability,
  machine,
  kind,
  note,
  onOpen,
}: Props & { id: string; availability: Availability }) {
  useFocusAfterwards(id, id)
  const name = machine.name || machine.id
  const status = t(statusKey(machine, availability))
  const common = { id, className: styles.tile, 'data-availability': availability }
  const content = (
    <>
      <span className={styles.art}>
        <Art image={machine.image} brand={artKey(machine)} name={name} />
      </span>
      <span className={styles.words}>
        {kind && <span className={styles.kind}>{kind}</span>}
        <strong>{name}</strong>
        <span className={styles.status}>{note ?? status}</span>
      </span>
    </>
  )
  if (canOpen(availability))
    return (
      <Link href={gamePath(machine)} {...common} {...(onOpen && { onClick: onOpen })}>
        {content}
      </Link>
    )
  if (availability === 'lost')
    return (
      <span {...common} tabIndex={-1}>
        {content}
      </span>
    )
  return (
    <button type="button" {...common} aria-haspopup="dialog" onClick={() => showBusy(machine.id)}>
      {content}
    </button>
  )
}
