import { useComputed, useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { Machine } from '../../../contract/floor.ts'
import { Slot } from '../../../core/frame/Slot.tsx'
import { artKey, gamePath } from '../../../core/router/machine-paths.ts'
import { CashierLink } from '../../../core/settings/CashierLink.tsx'
import { savesPictures } from '../../../core/settings/data-saver.ts'
import { locale, t } from '../../../i18n/index.ts'
import { LazyPart, noFallback } from '../../../ui/lazy.tsx'
import { PageDialog } from '../../../ui/PageDialog.tsx'
import { TransientButton } from '../../../ui/TransientButton.tsx'
import { locked } from '../../lock/state.ts'
import { claims } from '../../wallet/claims/late.tsx'
import { Art } from '../Art.tsx'
import { seconds } from '../age-clock.ts'
import { loadAllMachines } from '../all-machines/actions.ts'
import { allMachines, findMachine } from '../all-machines/state.ts'
import { type Availability, canOpen, currentAvailability, statusKey } from '../availability/state.ts'
import { Facts } from '../card-overlay/Facts.tsx'
import { isMoving } from '../card-overlay/is-moving.ts'
import { LiveStill } from '../card-overlay/LiveStill.tsx'
import { formatAge } from '../format-age.ts'
import { BellIcon } from '../icons.tsx'
import { livePicture } from '../late.tsx'
import { MachineTile } from '../MachineTile.tsx'
import { machineIds, machineSignal } from '../state.ts'
import { showBusy, watchedIds } from '../watched/state.ts'
import css from './BusyDialog.module.css'
import { similarTo } from './similar.ts'
import { tellWhenFree } from './tell-when-free.ts'

const MAX_SIMILAR = 4

const close = () => showBusy(undefined)

/**
 * Whether the machine is shown live. A player who saves data or wants less motion has the still, and nobody
 * watches behind the PIN lock.
 */
function mayWatch({ status, reservation, watchUrl }: Machine): boolean {
  if (!watchUrl || !isMoving(status) || reservation || locked.value || savesPictures.value) return false
  return !matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** The machine's picture: live where the server permits it, else the still, with its age. */
function Picture({ machine }: { machine: Machine }) {
  const shownAt = useSignal<number | undefined>(undefined)
  const isLive = useSignal(false)
  const age = useComputed(() => {
    seconds.value
    const at = shownAt.value
    return at === undefined ? '' : t('busy.age', { ago: formatAge(performance.now() - at, locale.value) })
  })
  return (
    <div className={css.picture}>
      <Art image={machine.image} brand={artKey(machine)} name={machine.name} />
      <LiveStill id={machine.id} shownAt={shownAt} />
      {mayWatch(machine) && <LazyPart part={livePicture} props={{ machine, isLive }} fallback={noFallback} />}
      <span className={css.age} data-live={isLive.value ? '' : undefined}>
        {isLive.value ? t('busy.live') : age}
      </span>
    </div>
  )
}

/** What the player can do about a machine that cannot be opened now. */
function Ways({ machine, availability }: { machine: Machine; availability: Availability }) {
  const isWatched = watchedIds.value.includes(machine.id)
  if (availability === 'elsewhere') return <Slot name="heldCard" />
  if (availability === 'walletEmpty')
    return (
      <>
        <CashierLink kind="primary" />
        <LazyPart part={claims} props={{ onGiven: close }} fallback={noFallback} />
      </>
    )
  if (machine.status === 'available') return null
  return (
    <>
      <TransientButton
        kind="primary"
        aria-pressed={isWatched}
        onClick={() => tellWhenFree(machine.id, !isWatched)}
      >
        <BellIcon />
        {t('busy.tell')}
      </TransientButton>
      <p role="status">{isWatched && t('busy.told')}</p>
    </>
  )
}

/**
 * A machine that the player cannot open: its picture, why, and what to do. One that another player uses has a
 * notice when it is free, and free ones like it.
 */
export function BusyDialog({ id }: { id: string }) {
  useEffect(() => void loadAllMachines(), [])
  const machine = findMachine(id)
  if (!machine) return null
  const availability = currentAvailability(machine)
  const listed = machineIds.value.flatMap((other) => machineSignal(other).value ?? [])
  const all = new Map([...allMachines.value, ...listed.map((one) => [one.id, one] as const)])
  const isBlocked = availability === 'elsewhere' || availability === 'walletEmpty'
  const similar = isBlocked ? [] : similarTo(machine, all.values(), MAX_SIMILAR)
  return (
    <PageDialog title={machine.name || id} onClose={close}>
      <div className={css.body}>
        <Picture machine={machine} />
        <p className={css.facts}>
          <b role="status" data-status={canOpen(availability) ? machine.status : undefined}>
            {t(statusKey(machine, availability))}
          </b>
          <Facts machine={machine} isLong />
        </p>
        <div className={css.main}>
          {canOpen(availability) ? (
            <Link href={gamePath(machine)} className="button" data-kind="primary" onClick={close}>
              {t('busy.play')}
            </Link>
          ) : (
            <Ways machine={machine} availability={availability} />
          )}
        </div>
        {similar.length > 0 && (
          <>
            <h3>{t('busy.similar')}</h3>
            <ul className={css.similar}>
              {similar.map((other) => (
                <li key={other.id}>
                  <MachineTile machine={other} onOpen={close} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </PageDialog>
  )
}
