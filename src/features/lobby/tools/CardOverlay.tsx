import { useComputed } from '@preact/signals-react'
import { useEffect } from 'react'
import { t } from '../../../i18n/index.ts'
import { toggleFavourite } from '../../preferences/actions.ts'
import { preferencesStatus } from '../../preferences/state.ts'
import { machineSignal } from '../state.ts'
import { matchesFilter } from './apply-filter.ts'
import styles from './CardOverlay.module.css'
import { formatCountdown } from './format-countdown.ts'
import { brandHotColor, type HotColor, machineHotColor } from './hot-flag.ts'
import { ClockIcon, FlameIcon, StarIcon } from './icons.tsx'
import { seconds, serverNow, syncServerClock } from './server-clock.ts'
import { favouriteIdSet } from './state.ts'

/** Makes a machine a favourite, or no longer one. */
function FavouriteButton({ id, name }: { id: string; name: string }) {
  const is = useComputed(() => favouriteIdSet.value.has(id)).value
  return (
    <button
      type="button"
      className={styles.star}
      aria-pressed={is}
      aria-label={t('floor.star', { name })}
      onClick={() => toggleFavourite(id)}
    >
      <StarIcon />
    </button>
  )
}

/** How long a machine is still kept for somebody: by the second for who sees it, in one sentence for who hears it. */
function ReservationCountdown({ until }: { until: string }) {
  const left = useComputed(() => {
    seconds.value
    return formatCountdown(until, serverNow())
  })
  useEffect(() => void syncServerClock(), [])
  // Drawn anew only when it comes and goes; the figures run by themselves.
  if (!useComputed(() => left.value !== undefined).value) return null
  return (
    <span className={styles.until}>
      <ClockIcon />
      <span className="figures" aria-hidden="true">
        {left}
      </span>
      <span className="quiet-text">{t('floor.until', { left: left.peek() ?? '' })}</span>
    </span>
  )
}

/** The mark of a jackpot beyond the operator's limit, in the colour of the greatest hot coin that it holds. */
function HotFlag({ color, word }: { color: HotColor; word?: boolean }) {
  return (
    <span className={styles.hot} data-coin={color} data-word={word ? '' : undefined}>
      <FlameIcon />
      <span className={word ? undefined : 'quiet-text'}>{t('floor.hot')}</span>
    </span>
  )
}

/** What joins the card of a brand. */
export function BrandOverlay({ id }: { id: string }) {
  const color = useComputed(() => brandHotColor(id)).value
  return color ? <HotFlag color={color} word /> : null
}

/** What joins the card of a machine: over its picture, so that nothing moves. */
export function MachineOverlay({ id }: { id: string }) {
  const machine = machineSignal(id).value
  const heat = useComputed(() => machineHotColor(id)).value
  const quiet = useComputed(() => {
    const now = machineSignal(id).value
    return now !== undefined && !matchesFilter(now)
  }).value
  if (!machine) return null
  return (
    <>
      {quiet && <span className={styles.veil} />}
      {heat && <HotFlag color={heat} />}
      {machine.reservedUntil && (
        <ReservationCountdown key={machine.reservedUntil} until={machine.reservedUntil} />
      )}
      {preferencesStatus.value === 'ready' && <FavouriteButton id={id} name={machine.name || id} />}
    </>
  )
}
