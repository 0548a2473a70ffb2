import { computed, useComputed } from '@preact/signals-react'
import { Link } from 'wouter'
import type { Brand } from '../../contract/floor.ts'
import { artKey, brandPath } from '../../core/router/machine-paths.ts'
import { session } from '../../core/session/state.ts'
import { failureText, t } from '../../i18n/index.ts'
import { plural } from '../../i18n/plural.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Art } from './Art.tsx'
import { loadBrands } from './actions.ts'
import styles from './BrandGrid.module.css'
import { Jackpot } from './Jackpot.tsx'
import { BrandOverlay, MachineCount, PersonalRow } from './late.tsx'
import { brandJackpots, brands, brandsFailure, brandsLoad } from './state.ts'

/** The brand with the highest jackpot. */
const top = computed(() => {
  let most = 0
  let best: Brand | undefined
  for (const brand of brands.value) {
    const [amount = 0] = brandJackpots(brand.id)
    if (amount > most) {
      most = amount
      best = brand
    }
  }
  return best
})

const hasPlayed = computed(
  () => session.value.status === 'player' && (session.value.user.lastMachines?.length ?? 0) > 0,
)

/** A placeholder with the height of a line of text. */
const ROOM = '\u00a0'

/** The highest jackpot and its brand, or their reserved room while they are unknown. */
function TopJackpot({ known }: { known: boolean }) {
  const brand = top.value
  // From 100,000,000.00 on the amount is too wide for a phone in the usual font size.
  const isLong = useComputed(() => top.value && (brandJackpots(top.value.id)[0] ?? 0) >= 1e10).value
  const inside = (
    <>
      <span className={styles.topLabel}>{t('lobby.topJackpot')}</span>
      <strong className={`figures ${styles.topAmount}`} data-long={isLong || undefined}>
        {brand ? <Jackpot key={brand.id} id={brand.id} at={0} /> : ROOM}
      </strong>
      <span className={styles.topBrand}>{brand?.name ?? ROOM}</span>
    </>
  )
  if (brand)
    return (
      <Link href={brandPath(brand)} className={styles.top}>
        {inside}
      </Link>
    )
  return known ? null : <div className={styles.top}>{inside}</div>
}

function BrandCard({ brand }: { brand: Brand }) {
  // The card subscribes to the number of its jackpots only, not to their amounts.
  const jackpots = useComputed(() => brandJackpots(brand.id).length).value
  return (
    <li>
      <Link href={brandPath(brand)} className={styles.card}>
        <Art brand={artKey(brand)} name={brand.name} eager />
        <BrandOverlay id={brand.id} />
        <span className={styles.words}>
          <strong className="quiet-text">{brand.name}</strong>
          {Array.from({ length: jackpots }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a jackpot is identified by its position
            <span key={at} className={`figures ${styles.amount}`}>
              <span className="quiet-text">{t('lobby.jackpot')}</span>
              <Jackpot id={brand.id} at={at} />
            </span>
          ))}
          <span className={styles.count}>
            {brand.machineCount ? (
              <MachineCount id={brand.id} total={brand.machineCount}>
                {plural('lobby.machines', brand.machineCount)}
              </MachineCount>
            ) : (
              ROOM
            )}
          </span>
        </span>
      </Link>
    </li>
  )
}

/** The brands with their jackpots. */
export function BrandGrid() {
  const list = brands.value
  const load = brandsLoad.value
  const failed = load === 'failed'
  if (failed || (load === 'ready' && list.length === 0)) {
    return (
      <EmptyState
        isPage
        title={t(failed ? 'lobby.failed' : 'lobby.empty')}
        lead={failed && brandsFailure.value ? failureText(brandsFailure.value) : undefined}
        action={t('app.retry')}
        onAction={loadBrands}
      />
    )
  }
  const known = load === 'ready'
  const room = hasPlayed.value && <div className={styles.personal} />
  // NaN while the number of one brand is unknown.
  const total = list.reduce((sum, { machineCount }) => sum + (machineCount ?? NaN), 0)
  return (
    <>
      <TopJackpot known={known} />
      <PersonalRow>{room}</PersonalRow>
      <div className={styles.heading}>
        <h1>{t('lobby.choose')}</h1>
        <p>{known && total >= 0 && plural('lobby.machines', total)}</p>
      </div>
      {known ? (
        <ul className={styles.brands}>
          {list.map((brand) => (
            <BrandCard key={brand.id} brand={brand} />
          ))}
        </ul>
      ) : (
        <ul className={styles.brands} aria-busy="true" aria-label={t('lobby.loading')}>
          {Array.from({ length: 6 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: six equal placeholders
            <li key={at} className={styles.ghost} />
          ))}
        </ul>
      )}
    </>
  )
}
