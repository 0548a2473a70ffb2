import { computed, type ReadonlySignal } from '@preact/signals-react'
import { t } from '../../i18n/index.ts'
import { localize } from '../../i18n/localize.ts'
import { session } from '../session/state.ts'
import { operatorSettings } from '../settings/operator.ts'
import { type NavItem, visibleItems, withOperatorItems } from './nav-items.ts'
import { titleKey } from './routes.ts'

/* For what is loaded later: it reads the operator's own entries. */

/** Everything that the player who is here may go to, the operator's own entries among it. */
export const menu: ReadonlySignal<readonly NavItem[]> = computed(() => {
  const current = session.value
  return visibleItems(
    withOperatorItems(operatorSettings.value.navigation),
    current.status === 'player' ? current.user : undefined,
  )
})

/** What an item is called in the player's language; a divider is called nothing. */
export function titleOf(item: NavItem): string {
  if (item.type === 'divider') return ''
  if (item.title !== undefined) return localize(item.title)
  return t(titleKey(item.id))
}
