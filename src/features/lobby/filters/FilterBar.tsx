import { useComputed } from '@preact/signals-react'
import { useEffect } from 'react'
import { MACHINE_STATUSES } from '../../../contract/http.ts'
import { artKey } from '../../../core/router/machine-paths.ts'
import { t } from '../../../i18n/index.ts'
import { plural } from '../../../i18n/plural.ts'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { SearchField } from '../../../ui/SearchField.tsx'
import { Select } from '../../../ui/Select.tsx'
import { preferencesStatus } from '../../preferences/state.ts'
import { loadBrands } from '../actions.ts'
import { FilterIcon, StarIcon } from '../icons.tsx'
import { brands, brandsLoad, machineIds, machineSignal, machinesLoad, visibleIds } from '../state.ts'
import { foundCount, startFiltering } from './apply-filter.ts'
import styles from './FilterBar.module.css'
import { clearFilters, favouriteIdSet, filter, filterCount, type Sorting, setFilter } from './state.ts'

const SHEET = 'floor-filters'
const TITLE = 'floor-filters-title'
const MAX_LETTERS = 60

/** The brands of the listed machines, as art keys and names; empty if there is only one. */
const brandsHere = () => {
  const keys = new Set(machineIds.value.map((id) => machineSignal(id).peek()?.brand ?? ''))
  keys.delete('')
  if (keys.size < 2) return []
  const names = new Map(brands.value.map((brand) => [artKey(brand), brand.name]))
  return [...keys].map((key): [string, string] => [key, names.get(key) ?? key])
}

function Search() {
  return (
    <div className={styles.search}>
      <SearchField
        label={t('filters.search')}
        clearLabel={t('filters.clearSearch')}
        maxLength={MAX_LETTERS}
        value={filter.value.text}
        onText={(text) => setFilter({ text })}
        onClear={() => setFilter({ text: '' })}
        // The results are shown already; the touch keyboard makes room for them.
        onEnter={(field) => field.blur()}
      />
    </div>
  )
}

/**
 * The other filters and the sorting: in the row if it is wide enough, else in a sheet that a button opens.
 */
function Sheet() {
  const { brand, status, sorting } = filter.value
  const names = useComputed(brandsHere).value
  const sortings: [Sorting, string][] = [
    ['server', t('filters.server')],
    ['name', t('filters.name')],
    ['free', t('filters.free')],
  ]
  if (preferencesStatus.value === 'ready') sortings.push(['favourites', t('filters.favouritesFirst')])
  if (names.length > 0) sortings.push(['jackpot', t('filters.jackpot')])
  const clear = () => {
    // The button disappears, so the focus moves to the first filter.
    document.querySelector<HTMLElement>(`#${SHEET} select`)?.focus()
    clearFilters()
  }
  const close = { popoverTarget: SHEET, popoverTargetAction: 'hide' } as const
  return (
    <fieldset id={SHEET} popover="auto" className={styles.sheet} aria-labelledby={TITLE}>
      <h2 id={TITLE} className={styles.title}>
        {t('filters.filters')}
      </h2>
      {names.length > 0 && (
        <Select
          label={t('filters.brand')}
          value={brand}
          options={[['', t('filters.allBrands')], ...names]}
          onSelect={(key) => setFilter({ brand: key })}
        />
      )}
      <Select
        label={t('filters.status')}
        value={status}
        options={[
          ['', t('filters.allStatuses')],
          ...MACHINE_STATUSES.map((one): [typeof one, string] => [one, t(`status.${one}`)]),
        ]}
        onSelect={(one) => setFilter({ status: one })}
      />
      <Select
        label={t('filters.sort')}
        value={sorting}
        options={sortings}
        onSelect={(by) => setFilter({ sorting: by })}
      />
      <div className={styles.ends}>
        {filterCount.value > 0 && <Button onClick={clear}>{t('filters.clear')}</Button>}
        <Button kind="primary" {...close}>
          {plural('filters.show', visibleIds.value.length)}
        </Button>
      </div>
    </fieldset>
  )
}

/** The filters of the machine list, and its sorting. */
export function FilterBar() {
  useEffect(startFiltering, [])
  useEffect(() => {
    // Names and jackpots of the brands come with the brand list.
    if (brandsLoad.peek() === 'idle') void loadBrands()
  }, [])
  const { favourites, brand, status, sorting } = filter.value
  const inSheet = [brand, status, sorting !== 'server'].filter(Boolean).length
  return (
    // biome-ignore lint/a11y/useSemanticElements: some supported browsers do not know <search>
    <div role="search" id="floor-tools" className={styles.bar} tabIndex={-1}>
      <Search />
      {preferencesStatus.value !== 'none' && (
        <div className={styles.star}>
          <Button
            square
            disabled={preferencesStatus.value === 'unknown'}
            aria-label={t('filters.favourites')}
            aria-pressed={favourites}
            onClick={() => setFilter({ favourites: !favourites })}
          >
            <StarIcon />
          </Button>
        </div>
      )}
      <div className={styles.opener} data-count={inSheet || undefined}>
        <Button square aria-label={t('filters.filters')} popoverTarget={SHEET}>
          <FilterIcon />
        </Button>
      </div>
      <Sheet />
      <p className="quiet-text" role="status">
        {foundCount.value !== undefined && plural('filters.found', foundCount.value)}
      </p>
    </div>
  )
}

/** Shown in place of the list if no machine matches. */
export function NoMatches() {
  if (machinesLoad.value !== 'ready' || machineIds.value.length === 0) return null
  const clear = () => {
    clearFilters()
    // The button disappears, so the focus moves to the filters.
    document.getElementById('floor-tools')?.focus()
  }
  const hasAny = favouriteIdSet.value.size > 0
  if (filter.value.favourites && !machineIds.value.some((id) => favouriteIdSet.value.has(id)))
    return (
      <EmptyState
        title={t(hasAny ? 'filters.favouritesElsewhere' : 'filters.noFavourites')}
        lead={t(hasAny ? 'filters.favouritesElsewhereLead' : 'filters.noFavouritesLead')}
        action={t('filters.all')}
        onAction={clear}
      >
        <StarIcon />
      </EmptyState>
    )
  return (
    <EmptyState
      title={t('filters.none')}
      lead={t('filters.noneLead')}
      action={t('filters.clear')}
      onAction={clear}
    />
  )
}
