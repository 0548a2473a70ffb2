import { useComputed } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import type { Machine } from '../../../contract/floor.ts'
import { t } from '../../../i18n/index.ts'
import { favourites } from '../../preferences/state.ts'
import { loadAllMachines } from '../all-machines/actions.ts'
import { allMachines, allMachinesLoad, findMachine } from '../all-machines/state.ts'
import { seconds, serverNow, syncCountdowns } from '../countdown-clock.ts'
import { formatCountdown } from '../format-times.ts'
import { MachineTile } from '../MachineTile.tsx'
import { heldMachine } from '../state.ts'
import styles from './PersonalRow.module.css'
import { lastMachines } from './state.ts'

const MAX_FAVOURITES = 20

type Kind = 'continue' | 'last' | 'favourite'

/** The ids of the row: the held machine, those played last, and the favourites of all brands, each once. */
function personalIds(): Map<string, Kind> {
  const held = heldMachine.value
  const found = new Map<string, Kind>(held && [[held.id, 'continue']])
  for (const id of lastMachines.value) if (!found.has(id)) found.set(id, 'last')
  for (const id of favourites.value.slice(0, MAX_FAVOURITES)) if (!found.has(id)) found.set(id, 'favourite')
  return found
}

/** The time until the held machine is free for others. */
function HoldClock({ until }: { until: string }) {
  const left = useComputed(() => {
    seconds.value
    return formatCountdown(until, serverNow()) ?? ''
  })
  useEffect(() => void syncCountdowns(), [])
  return <span className={`figures ${styles.clock}`}>{left}</span>
}

function PersonalTile({ machine, kind }: { machine: Machine; kind: Kind }) {
  const { reservedUntil } = machine
  if (kind !== 'continue') return <MachineTile machine={machine} kind={t(`personal.${kind}`)} />
  return (
    <MachineTile
      machine={machine}
      kind={t('personal.continue')}
      {...(reservedUntil && {
        note: (
          <>
            {t('status.yours')}
            <HoldClock key={reservedUntil} until={reservedUntil} />
          </>
        ),
      })}
    />
  )
}

/**
 * The player's machines: the one that is held, those played last, and the favourites of all brands. Whether
 * the row is there is decided when the lobby opens, so that it never moves what the player is about to tap.
 */
export function PersonalRow() {
  const [isShown] = useState(() => personalIds().size > 0)
  const ids = useComputed(personalIds).value
  const isEmpty = ids.size === 0
  useEffect(() => {
    // Also for the next time that the lobby opens.
    if (!isEmpty) void loadAllMachines()
  }, [isEmpty])
  const load = allMachinesLoad.value
  const entries = [...ids]
  const known = allMachines.value.size > 0 && entries.some(([id]) => findMachine(id))
  if (!isShown || load === 'failed' || (load === 'ready' && !known)) return null
  return (
    <section className={styles.row} aria-label={t('personal.title')}>
      <ul className={styles.list}>
        {entries.map(([id, kind]) => {
          const machine = findMachine(id)
          if (machine) {
            return (
              <li key={id} data-kind={kind}>
                <PersonalTile machine={machine} kind={kind} />
              </li>
            )
          }
          return load === 'ready' ? null : <li key={id} className={styles.ghost} aria-hidden="true" />
        })}
      </ul>
    </section>
  )
}
