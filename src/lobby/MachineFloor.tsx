import { useComputed, useSignal } from '@preact/signals-react'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { count } from '../i18n/format.ts'
import { t } from '../i18n/index.ts'
import { BackIcon } from '../ui/icons.tsx'
import { Message } from '../ui/Message.tsx'
import { openMachines } from './actions.ts'
import { Jackpot } from './Jackpot.tsx'
import { jackpotsSaid } from './jackpots.ts'
import { MachineCard } from './MachineCard.tsx'
import styles from './MachineFloor.module.css'
import { Place } from './Place.tsx'
import { brands, machineIds, machinesLoad, shownIds } from './state.ts'
import { VirtualGrid } from './VirtualGrid.tsx'
import type { Shape } from './virtual.ts'

const PHONE: Shape = { minWidth: 132, aspect: 0.8, foot: 76, gap: 12 }
const WIDE: Shape = { minWidth: 220, aspect: 0.8, foot: 76, gap: 16 }
const KIOSK: Shape = { minWidth: 300, aspect: 0.8, foot: 112, gap: 24 }

const shapeNow = () => {
  // As in the style sheets: a tall, wide screen is a kiosk's.
  if (window.innerWidth >= 1000 && window.innerHeight >= 1400) return KIOSK
  return window.innerWidth >= 700 ? WIDE : PHONE
}

/** The shape of a card on this screen, also after it was turned. */
function useShape(): Shape {
  const shape = useSignal(shapeNow())
  useEffect(() => {
    const look = () => {
      shape.value = shapeNow()
    }
    window.addEventListener('resize', look)
    return () => window.removeEventListener('resize', look)
  }, [shape])
  return shape.value
}

/** Whose machines these are, with the way back; nothing where there are no brands. */
function Heading({ brandId, name }: { brandId: string | undefined; name: string | undefined }) {
  const brand = brands.value.find(({ id }) => id === brandId)
  const jackpot = useComputed(() => brandId !== undefined && jackpotsSaid(brandId).length > 0).value
  return (
    <div className={styles.heading}>
      {brandId !== undefined && (
        <Link href="/lobby" className="button" data-kind="quiet" data-square="" aria-label={t('lobby.back')}>
          <BackIcon />
        </Link>
      )}
      <div className={styles.title}>
        <h1>{brand?.name ?? name ?? t('lobby.title')}</h1>
        <p>{t('lobby.machines', { count: count(shownIds.value.length) })}</p>
      </div>
      {jackpot && (
        <p className={styles.jackpot}>
          <span>{t('lobby.jackpot')}</span>
          <strong className="figures">
            <Jackpot id={`${brandId}`} at={0} />
          </strong>
        </p>
      )}
    </div>
  )
}

/** The machines of one brand, or all of them. */
export function MachineFloor({ brandId, name }: { brandId: string | undefined; name: string | undefined }) {
  const shape = useShape()
  const ids = shownIds.value
  const load = machinesLoad.value
  const again = () => openMachines(brandId)
  const failed = load === 'failed'
  return (
    <>
      <Heading brandId={brandId} name={name} />
      <div className={styles.tools}>
        <Place at="tools" />
      </div>
      {load === 'loading' && (
        <div className={styles.ghosts} aria-busy="true" role="status" aria-label={t('lobby.loading')} />
      )}
      {(failed || (load === 'ready' && machineIds.value.length === 0)) && (
        <Message
          title={t(failed ? 'lobby.failed' : 'lobby.empty')}
          lead={t(failed ? 'failure.network' : 'lobby.emptyLead')}
          action={t('app.retry')}
          onAction={again}
        />
      )}
      {ids.length > 0 ? (
        <VirtualGrid ids={ids} shape={shape} Item={MachineCard} label={t('lobby.title')} />
      ) : (
        <Place at="none" />
      )}
    </>
  )
}
