import { useComputed } from '@preact/signals-react'
import { useEffect, useState } from 'react'
import type { Machine } from '../../../contract/floor.ts'
import { machineCredit } from '../../../core/connection/machine-credit.ts'
import { useTimeLeft } from '../../../core/connection/use-time-left.ts'
import { money } from '../../../i18n/format.ts'
import { t } from '../../../i18n/index.ts'
import { balanceHidden, HIDDEN_BALANCE } from '../../wallet/state.ts'
import { loadAllMachines } from '../all-machines/actions.ts'
import { allMachines, allMachinesLoad, findMachine } from '../all-machines/state.ts'
import { BusyLayer } from '../busy/BusyLayer.tsx'
import { isLost } from '../lost/state.ts'
import { MachineTile } from '../MachineTile.tsx'
import styles from './PersonalRow.module.css'
import { personalIds } from './row.ts'

/** The held machine, with its credit and the time until that returns to the wallet. */
function ContinueTile({ machine }: { machine: Machine }) {
  const held = machineCredit.value
  const isHeld = held?.id === machine.id
  const left = useTimeLeft(isHeld ? held.until : (machine.reservedUntil ?? undefined)).value
  const credit = isHeld && held.credit ? money(held.credit) : ''
  const note = [credit && balanceHidden.value ? HIDDEN_BALANCE : credit, left].filter(Boolean).join(' · ')
  return (
    <MachineTile
      machine={{ ...machine, name: machine.name || (isHeld ? held.name : '') }}
      kind={t('status.yours')}
      {...(note && { note: <span className="figures">{note}</span> })}
    />
  )
}

/**
 * The row of the player's machines, for a player who has some. Whether it is there is decided when the lobby
 * opens, so that it never moves what the player is about to tap.
 */
export function PersonalRow() {
  const [isShown] = useState(() => personalIds().size > 0)
  return isShown ? <Row /> : null
}

/** The machine that is held, those played last, and the favourites of all brands. */
function Row() {
  const ids = useComputed(personalIds).value
  useEffect(() => void loadAllMachines(), [])
  const load = allMachinesLoad.value
  const entries = [...ids]
  const known = allMachines.value.size > 0 && entries.some(([id]) => findMachine(id))
  if (load === 'failed' || load === 'absent' || (load === 'ready' && !known)) return null
  return (
    <section className={styles.row} aria-label={t('personal.title')}>
      <BusyLayer />
      {/* Without a connection no machine in it takes the focus, and a keyboard scrolls it all the same. */}
      <ul className={styles.list} tabIndex={isLost.value ? 0 : undefined}>
        {entries.map(([id, kind]) => {
          const machine = findMachine(id)
          if (machine) {
            return (
              <li key={id} data-kind={kind}>
                {kind === 'continue' ? (
                  <ContinueTile machine={machine} />
                ) : (
                  <MachineTile machine={machine} kind={t(`personal.${kind}`)} />
                )}
              </li>
            )
          }
          return load === 'ready' ? null : <li key={id} className={styles.ghost} aria-hidden="true" />
        })}
      </ul>
    </section>
  )
}
