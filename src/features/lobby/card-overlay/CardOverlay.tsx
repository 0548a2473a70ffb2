import { useComputed } from '@preact/signals-react'
import { useId } from 'react'
import { useTimeLeft } from '../../../core/connection/use-time-left.ts'
import { t } from '../../../i18n/index.ts'
import { HotFlag } from '../../../ui/HotFlag.tsx'
import { useFocusAfterwards } from '../../../ui/use-focus-afterwards.ts'
import { toggleFavourite } from '../../preferences/actions.ts'
import { preferencesStatus } from '../../preferences/state.ts'
import { canOpen, currentAvailability, statusKey } from '../availability/state.ts'
import { matchesFilter } from '../filters/apply-filter.ts'
import { favouriteIdSet } from '../filters/state.ts'
import { brandHotColor, machineHotColor } from '../hot-flag/state.ts'
import { BellIcon, ClockIcon, PlayerIcon, ShutIcon, StarIcon } from '../icons.tsx'
import { machineSignal } from '../state.ts'
import { showBusy, watchedIds } from '../watched/state.ts'
import styles from './CardOverlay.module.css'
import { Facts } from './Facts.tsx'

function FavouriteButton({ id, name }: { id: string; name: string }) {
  const isFavourite = useComputed(() => favouriteIdSet.value.has(id)).value
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={isFavourite}
      aria-label={t('card-overlay.star', { name })}
      onClick={() => toggleFavourite(id)}
    >
      <StarIcon />
    </button>
  )
}

/** The rest of a reservation: updated every second, announced once. */
function ReservationCountdown({ until }: { until: string }) {
  const left = useTimeLeft(until)
  // Renders only when the countdown appears or ends; the text node is bound to the signal.
  if (!useComputed(() => left.value !== undefined).value) return null
  return (
    <span>
      <ClockIcon />
      <span className="figures" aria-hidden="true">
        {left}
      </span>
      <span className="quiet-text">{t('card-overlay.until', { left: left.peek() ?? '' })}</span>
    </span>
  )
}

/** Opens the dialog of a machine that is not free. When it is, its link in MachineCard.tsx has the focus. */
function BusyButton({ id, label }: { id: string; label: string }) {
  const own = useId()
  useFocusAfterwards(own, `machine-${id}`)
  return (
    <button type="button" id={own} className={styles.busy} aria-label={label} onClick={() => showBusy(id)} />
  )
}

export function BrandOverlay({ id }: { id: string }) {
  const color = useComputed(() => brandHotColor(id)).value
  return color ? <HotFlag color={color} text={t('card-overlay.hot')} word /> : null
}

/** What joins a machine card late: its text is in reserved room, so that nothing moves. */
export function MachineOverlay({ id }: { id: string }) {
  const machine = machineSignal(id).value
  const heat = useComputed(() => machineHotColor(id)).value
  const isWatched = useComputed(() => watchedIds.value.includes(id)).value
  const isDimmed = useComputed(() => {
    const current = machineSignal(id).value
    return current !== undefined && !matchesFilter(current)
  }).value
  if (!machine) return null
  const availability = currentAvailability(machine)
  const name = machine.name || id
  return (
    <>
      {availability === 'status' && (
        <span className={styles.taken}>
          {['error', 'offline', 'unknown'].includes(machine.status) ? <ShutIcon /> : <PlayerIcon />}
        </span>
      )}
      {!canOpen(availability) && availability !== 'lost' && (
        <BusyButton
          id={id}
          label={t('card-overlay.details', { name, status: t(statusKey(machine, availability)) })}
        />
      )}
      {isDimmed && <span className={styles.veil} />}
      {heat && <HotFlag color={heat} text={t('card-overlay.hot')} />}
      <span className={styles.notes}>
        {isWatched && (
          <span>
            <BellIcon />
            <span className="quiet-text">{t('card-overlay.watched')}</span>
          </span>
        )}
        {machine.reservedUntil && (
          <ReservationCountdown key={machine.reservedUntil} until={machine.reservedUntil} />
        )}
      </span>
      <span className={styles.facts}>
        <Facts machine={machine} />
      </span>
      {preferencesStatus.value === 'ready' && <FavouriteButton id={id} name={name} />}
    </>
  )
}
