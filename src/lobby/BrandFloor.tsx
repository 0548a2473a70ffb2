import { Link } from 'wouter'
import type { Brand } from '../contract/floor.ts'
import { count, money } from '../i18n/format.ts'
import { t } from '../i18n/index.ts'
import { settings } from '../settings.ts'
import { FlameIcon } from '../ui/icons.tsx'
import { Message } from '../ui/Message.tsx'
import { Art } from './Art.tsx'
import { loadBrands } from './actions.ts'
import styles from './BrandFloor.module.css'
import { isHot, jackpotsOf } from './jackpots.ts'
import { artKey, brandPath } from './links.ts'
import { brands, brandsLoad } from './state.ts'

/** The greatest jackpot of the floor, and whose it is. */
function TopJackpot({ list }: { list: readonly Brand[] }) {
  const best = list
    .map((brand) => ({ brand, amount: jackpotsOf(brand)[0] ?? 0 }))
    .reduce((a, b) => (b.amount > a.amount ? b : a))
  if (best.amount === 0) return null
  return (
    <Link href={brandPath(best.brand)} className={styles.top}>
      <span className={styles.topLabel}>{t('lobby.topJackpot')}</span>
      <strong className={`figures ${styles.topAmount}`}>{money(best.amount)}</strong>
      <span className={styles.topBrand}>{best.brand.name}</span>
    </Link>
  )
}

function BrandCard({ brand }: { brand: Brand }) {
  const jackpots = jackpotsOf(brand)
  const hot = isHot(jackpots, settings.value.hotFlagLimit)
  return (
    <li>
      <Link href={brandPath(brand)} className={styles.card} data-hot={hot ? '' : undefined}>
        <Art brand={artKey(brand)} name={brand.name} eager />
        {hot && (
          <span className={styles.hot}>
            <FlameIcon />
            {t('lobby.hot')}
          </span>
        )}
        <span className={styles.words}>
          <strong className="quiet-text">{brand.name}</strong>
          {jackpots.map((amount, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a jackpot has no name but its place
            <span key={at} className={`figures ${styles.amount}`}>
              <span className="quiet-text">{t('lobby.jackpot')}</span>
              {money(amount)}
            </span>
          ))}
          <span className={styles.count}>{t('lobby.machines', { count: count(brand.machineCount) })}</span>
        </span>
      </Link>
    </li>
  )
}

/** The floor as its brands, each with its jackpots. */
export function BrandFloor() {
  const list = brands.value
  const load = brandsLoad.value
  if (load === 'failed') {
    return (
      <Message
        title={t('lobby.failed')}
        lead={t('failure.network')}
        action={t('app.retry')}
        onAction={loadBrands}
      />
    )
  }
  if (load === 'ready' && list.length === 0) {
    return (
      <Message
        title={t('lobby.empty')}
        lead={t('lobby.emptyLead')}
        action={t('app.retry')}
        onAction={loadBrands}
      />
    )
  }
  if (load !== 'ready') {
    return (
      <ul className={styles.brands} aria-busy="true" aria-label={t('lobby.loading')}>
        {Array.from({ length: 6 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: six empty places, all alike
          <li key={at} className={styles.ghost} />
        ))}
      </ul>
    )
  }
  const total = list.reduce((sum, { machineCount }) => sum + machineCount, 0)
  return (
    <>
      <TopJackpot list={list} />
      <div className={styles.heading}>
        <h1>{t('lobby.choose')}</h1>
        <p>{t('lobby.total', { count: count(total) })}</p>
      </div>
      <ul className={styles.brands}>
        {list.map((brand) => (
          <BrandCard key={brand.id} brand={brand} />
        ))}
      </ul>
    </>
  )
}
