import { computed, type ReadonlySignal } from '@preact/signals-react'
import { t } from '../../i18n/index.ts'
import { localize } from '../../i18n/localize.ts'
import { session } from '../session/state.ts'
import { operatorSettings } from '../settings/operator.ts'
import { type NavItem, visibleItems, withOperatorItems } from './nav-items.ts'
import { titleKey } from './page-title.ts'

/* Loaded late, because it reads the operator's entries. */

/** The menu of the current player, with the operator's entries. */
export const menu: ReadonlySignal<readonly NavItem[]> = computed(() => {
  const current = session.value
  return visibleItems(
    withOperatorItems(operatorSettings.value.navigation),
    current.status === 'player' ? current.user : undefined,
  )
})

/** An item's title in the page's language; empty for a divider. */
export function titleOf(item: NavItem): string {
  if (item.type === 'divider') return ''
  if (item.title !== undefined) return localize(item.title)
  return t(titleKey(item.id))
}
