import { t } from '../../../i18n/index.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { machineIds, machinesLoad } from '../state.ts'
import { StarIcon } from './icons.tsx'
import { clearFilters, favouriteIdSet, filter } from './state.ts'

/** In place of the machines, when none is what is wanted. */
export function NoMatches() {
  if (machinesLoad.value !== 'ready' || machineIds.value.length === 0) return null
  const clear = () => {
    clearFilters()
    // The button goes with what it was for; a keyboard goes on from here.
    document.getElementById('floor-tools')?.focus()
  }
  const { favourites } = filter.value
  if (favourites && favouriteIdSet.value.size === 0)
    return (
      <EmptyState
        title={t('floor.noFavourites')}
        lead={t('floor.noFavouritesLead')}
        action={t('floor.all')}
        onAction={clear}
      >
        <StarIcon />
      </EmptyState>
    )
  return (
    <EmptyState
      title={t('floor.none')}
      lead={t('floor.noneLead')}
      action={t('floor.clear')}
      onAction={clear}
    />
  )
}
