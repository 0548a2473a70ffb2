import { PAGE_ROUTES, type PageName } from '../../contract/pages.ts'
import type { NAV_ICONS, OperatorSettings } from '../../contract/settings-operator.ts'
import type { User } from '../session/state.ts'
import { type Auth, hasRole, USER } from './roles.ts'

/** The access rule of a menu item. */
export interface AccessRule {
  auth?: Auth
  /** The player's permissions must contain one of them. */
  levels?: readonly number[] | undefined
  /** Shown regardless of the levels, such as the logout. */
  always?: boolean | undefined
}

/**
 * Whether the menu and the search show an item: `auth` permits a role, and the permissions contain one of the
 * levels, if there are any. Without permissions from the server levels are not checked.
 */
export function canSeeNavItem(
  { auth, levels, always }: AccessRule,
  user: Pick<User, 'roles' | 'permissions'> | undefined,
): boolean {
  if (!hasRole(auth, user?.roles ?? [])) return false
  const held = user?.permissions
  return always || !levels?.length || !held || levels.some((level) => held.includes(level))
}

/** An operator's text: for all languages, or one per language. */
export type NavText = Entry['title']
type Entry = Exclude<OperatorSettings['navigation'][number], { type: 'divider' }>

interface ShownItem extends AccessRule {
  /** Unique; shortcuts store it. For the app's own items it is the page's name. */
  id: string
  /** The operator's title. */
  title?: NavText | undefined
  /** The app's own items have icons named like their ids. */
  icon?: (typeof NAV_ICONS)[number] | undefined
  badge?: { title: NavText; bg?: string | undefined; fg?: string | undefined } | undefined
}

/** A page of the app. */
export interface NavPage extends ShownItem {
  type: 'item'
  url: string
  /** Active on this path only, not on paths below it. */
  exact?: boolean | undefined
}
/** An address outside the app; opens in a new tab unless `target` is set. */
export interface NavLink extends ShownItem {
  type: 'link'
  url: string
  target?: string | undefined
}
/** Items under a heading; a `collapse` can be folded. */
export interface NavGroup extends ShownItem {
  type: 'group' | 'collapse'
  children: readonly NavItem[]
}
interface NavDivider extends AccessRule {
  type: 'divider'
  id: string
}
export type NavItem = NavPage | NavLink | NavGroup | NavDivider

const LEVEL = [145]
/** The pages of the menu. */
export type MenuPage = { [P in PageName]: (typeof PAGE_ROUTES)[P]['menu'] extends true ? P : never }[PageName]

/** All pages of the menu. `visibleItems` selects those that the menu and the search show. */
export const NAVIGATION: readonly NavItem[] = (Object.keys(PAGE_ROUTES) as PageName[])
  .filter((page) => PAGE_ROUTES[page].menu)
  .map((page) => ({
    type: 'item',
    id: page,
    url: PAGE_ROUTES[page].path.replace(/\/:.*/, ''),
    auth: USER,
    levels: LEVEL,
    always: page === 'logout',
  }))

/** The operator's entries as items; the position is the id of an entry without one. */
function operatorItems(entries: OperatorSettings['navigation'], at: string): readonly NavItem[] {
  return entries.map((entry, index): NavItem => {
    const place = `${at}-${index + 1}`
    if (entry.type === 'divider') return { auth: USER, ...entry, id: place }
    const id = entry.id ?? place
    if ('children' in entry)
      return { auth: USER, ...entry, id, children: operatorItems(entry.children, place) }
    return { auth: USER, ...entry, id }
  })
}

/** The app's items with the operator's (the setting `navigation`), which precede the logout. */
export function withOperatorItems(entries: OperatorSettings['navigation']): readonly NavItem[] {
  return [...NAVIGATION.slice(0, -1), ...operatorItems(entries, 'own'), ...NAVIGATION.slice(-1)]
}

/** The items that a player (undefined: a guest) may see, without groups that would be empty. */
export function visibleItems(
  items: readonly NavItem[],
  user: Pick<User, 'roles' | 'permissions'> | undefined,
): readonly NavItem[] {
  return items.flatMap((item): readonly NavItem[] => {
    if (!canSeeNavItem(item, user)) return []
    if (!('children' in item)) return [item]
    const children = visibleItems(item.children, user)
    return children.some(({ type }) => type !== 'divider') ? [{ ...item, children }] : []
  })
}

/** All pages and links, without their groups. */
export function flatItems(items: readonly NavItem[]): readonly (NavPage | NavLink)[] {
  return items.flatMap((item) => {
    if ('children' in item) return flatItems(item.children)
    return item.type === 'divider' ? [] : [item]
  })
}

/** Whether a path is an item's path or below it, by whole segments: /lobbyists is not below /lobby. */
export function isActive({ url, exact }: Pick<NavPage, 'url' | 'exact'>, path: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .toLowerCase()
  const [own, here] = [plain(url), plain(path)]
  return own === here || (!exact && own !== '' && here.startsWith(`${own}/`))
}

/** Whether a path belongs to one of these items at any depth. */
export function containsActive(items: readonly NavItem[], path: string): boolean {
  return flatItems(items).some((item) => item.type === 'item' && isActive(item, path))
}
