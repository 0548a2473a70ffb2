import type { User } from '../session/state.ts'
import { type Guarded, navAllows } from './levels.ts'
import { USER } from './rules.ts'

interface Shown extends Guarded {
  /** Its title is the text `shell.<id>`, and its icon has the same name. */
  id: NavId
  badge?: { title: string; bg: string; fg: string }
}
type NavId = 'home' | 'profile' | 'sessions' | 'transactions' | 'logout'

/** A page of the app. */
export interface NavPage extends Shown {
  type: 'item'
  url: string
  /** Active on this very path alone, not on those below it. */
  exact?: boolean
}
/** An address outside of the app, in a new tab unless `target` says otherwise. */
interface NavLink extends Shown {
  type: 'link'
  url: string
  target?: string
}
/** Items under a heading; a `collapse` folds them away. */
interface NavGroup extends Shown {
  type: 'group' | 'collapse'
  children: readonly NavItem[]
}
interface NavDivider extends Guarded {
  type: 'divider'
  id: string
}
export type NavItem = NavPage | NavLink | NavGroup | NavDivider

const LEVEL = [145]

/** All there is to go to. What is shown of it, here and in the search, is `visibleItems`. */
export const NAVIGATION: readonly NavItem[] = [
  { type: 'item', id: 'home', url: '/lobby', auth: USER, levels: LEVEL },
  { type: 'item', id: 'profile', url: '/profile', auth: USER, levels: LEVEL },
  { type: 'item', id: 'sessions', url: '/slot-sessions', auth: USER, levels: LEVEL },
  { type: 'item', id: 'transactions', url: '/transactions', auth: USER, levels: LEVEL },
  { type: 'item', id: 'logout', url: '/logout', auth: USER, levels: LEVEL, always: true },
]

/** What of some items a player (undefined: a guest) is shown; a group of which nothing is left goes with it. */
export function visibleItems(
  items: readonly NavItem[],
  user: Pick<User, 'roles' | 'permissions'> | undefined,
): readonly NavItem[] {
  return items.flatMap((item): readonly NavItem[] => {
    if (!navAllows(item, user)) return []
    if (!('children' in item)) return [item]
    const children = visibleItems(item.children, user)
    return children.length ? [{ ...item, children }] : []
  })
}

/** Does this path lie at an item or below it? Whole segments count: /lobbyists is not below /lobby. */
export function isActive({ url, exact }: Pick<NavPage, 'url' | 'exact'>, path: string): boolean {
  const plain = (text: string) => text.replace(/\/+$/, '').toLowerCase()
  const [own, here] = [plain(url), plain(path)]
  return own === here || (!exact && here.startsWith(`${own}/`))
}
