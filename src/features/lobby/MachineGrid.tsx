import { useComputed, useSignal } from '@preact/signals-react'
import { useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import { failureText, t } from '../../i18n/index.ts'
import { plural } from '../../i18n/plural.ts'
import { KIOSK_QUERY } from '../../ui/breakpoints.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { BackIcon } from '../../ui/icons.tsx'
import type { CardShape } from '../../ui/virtual-rows.ts'
import { openMachines } from './actions.ts'
import { Jackpot } from './Jackpot.tsx'
import { ListTools, NoMatches } from './late.tsx'
import { MachineCard } from './MachineCard.tsx'
import styles from './MachineGrid.module.css'
import {
  brandJackpots,
  brands,
  brandsLoad,
  machineIds,
  machinesFailure,
  machinesLoad,
  shownBrandName,
  visibleIds,
} from './state.ts'
import { type ItemProps, VirtualGrid } from './VirtualGrid.tsx'

const PHONE: CardShape = { minWidth: 132, aspect: 0.8, foot: 96, gap: 12 }
const WIDE: CardShape = { minWidth: 220, aspect: 0.8, foot: 96, gap: 16 }
/** A phone on its side: the names of the first row are in the first view. */
const LOW: CardShape = { minWidth: 160, aspect: 0.5, foot: 96, gap: 12 }
/** Cards of 360 px at 1920 px: eight machines are two full rows. */
const LARGE: CardShape = { minWidth: 330, aspect: 0.8, foot: 96, gap: 40 }
/** Cards of 510 px where the content has its full 2160 px: two full rows there, too. */
const HUGE: CardShape = { minWidth: 430, aspect: 0.8, foot: 108, gap: 40 }
/** Eight machines fill a kiosk, and a live still keeps all of its reels. */
const KIOSK: CardShape = { minWidth: 400, aspect: 0.49, foot: 146, gap: 24 }

const currentShape = () => {
  if (window.matchMedia(KIOSK_QUERY).matches) return KIOSK
  const { innerWidth, innerHeight } = window
  if (innerHeight < 520 && innerWidth >= 600) return LOW
  if (innerWidth >= 1920) return innerWidth >= 2520 ? HUGE : LARGE
  return innerWidth >= 700 ? WIDE : PHONE
}

/** The shape of a card, updated when the screen is rotated or resized. */
function useCardShape(): CardShape {
  const shape = useSignal(currentShape())
  useEffect(() => {
    const update = () => {
      shape.value = currentShape()
    }
    window.addEventListener('resize', update)
    return () => window.removeEventListener('resize', update)
  }, [shape])
  return shape.value
}

/** A placeholder with the height of a line of text. */
const BLANK = '\u00a0'

/** The brand's name and jackpot, the number of machines once it is known, and a link back to the brands. */
function Heading({ brandId, name }: { brandId: string | undefined; name: string | undefined }) {
  const brand = brands.value.find(({ id }) => id === brandId)
  const known = machinesLoad.value === 'ready' && machineIds.value.length > 0
  const jackpot = useComputed(() => brandId !== undefined && brandJackpots(brandId).length > 0).value
  const asked = brandId !== undefined && brandsLoad.value !== 'ready' && brandsLoad.value !== 'failed'
  return (
    <div className={styles.heading}>
      {brandId !== undefined && (
        <Link href="/lobby" className="button" data-kind="quiet" data-square="" aria-label={t('lobby.back')}>
          <BackIcon />
        </Link>
      )}
      <div className={styles.title}>
        <h1>{brand?.name ?? shownBrandName.value ?? name ?? t('lobby.title')}</h1>
        <p>{known ? plural('lobby.machines', visibleIds.value.length) : BLANK}</p>
      </div>
      {(jackpot || asked) && (
        <p className={styles.jackpot}>
          <span>{jackpot ? t('lobby.jackpot') : BLANK}</span>
          <strong className="figures">{jackpot ? <Jackpot id={`${brandId}`} at={0} /> : BLANK}</strong>
        </p>
      )}
    </div>
  )
}

/** The placeholder of a card that is loading. */
function CardPlaceholder({ style }: ItemProps) {
  return <li className={styles.ghost} style={style} aria-hidden="true" />
}

/** Enough placeholders for any screen. */
const PLACEHOLDER_IDS = Array.from({ length: 24 }, (_, at) => `${at}`)

/** The machines of one brand, or all of them. */
export function MachineGrid({ brandId, name }: { brandId: string | undefined; name: string | undefined }) {
  const shape = useCardShape()
  const ids = visibleIds.value
  const load = machinesLoad.value
  const again = () => openMachines(brandId)
  const failed = load === 'failed'
  // The brands' answer contains the number of machines.
  const coming = brands.value.find(({ id }) => id === brandId)?.machineCount
  const ghosts = useMemo(() => PLACEHOLDER_IDS.slice(0, coming || undefined), [coming])
  return (
    <>
      <div className={styles.top}>
        <Heading brandId={brandId} name={name} />
        <div className={styles.tools}>
          <ListTools />
        </div>
      </div>
      {load === 'loading' && (
        <div aria-busy="true" role="status" aria-label={t('lobby.loading')}>
          <VirtualGrid ids={ghosts} shape={shape} Item={CardPlaceholder} label={t('lobby.loading')} />
        </div>
      )}
      {(failed || (load === 'ready' && machineIds.value.length === 0)) && (
        <EmptyState
          title={t(failed ? 'lobby.failed' : 'lobby.empty')}
          lead={failed && machinesFailure.value ? failureText(machinesFailure.value) : undefined}
          action={t('app.retry')}
          onAction={again}
        />
      )}
      {ids.length > 0 ? (
        <VirtualGrid ids={ids} shape={shape} Item={MachineCard} label={t('lobby.title')} />
      ) : (
        <NoMatches />
      )}
    </>
  )
}
