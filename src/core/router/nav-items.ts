import { PAGE_ROUTES, type PageName } from '../../contract/routes.ts'
import type { NAV_ICONS, OperatorSettings } from '../../contract/settings-operator.ts'
import type { User } from '../session/state.ts'
import { type Auth, hasRole, USER } from './roles.ts'

/** What a navigation item asks for. */
export interface AccessRule {
  auth?: Auth
  /** Levels, one of which the player's permissions must hold. */
  levels?: readonly number[] | undefined
  /** Shown whatever the levels say, as the logout is. */
  always?: boolean | undefined
}

/**
 * Is an item of the navigation (or of the search in it) shown? The one rule for both: the role is allowed by its
 * auth, and where it has levels one is among the permissions, unless the server sends no permissions at all.
 */
export function canSeeNavItem(
  { auth, levels, always }: AccessRule,
  user: Pick<User, 'roles' | 'permissions'> | undefined,
): boolean {
  if (!hasRole(auth, user?.roles ?? [])) return false
  const held = user?.permissions
  return always || !levels?.length || !held || levels.some((level) => held.includes(level))
}

/** An operator's text: one, or one for each of some languages. */
export type NavText = Entry['title']
type Entry = Exclude<OperatorSettings['navigation'][number], { type: 'divider' }>

interface ShownItem extends AccessRule {
  /** Unique: shortcuts are kept by it. Of the app's own items it is the page's name. */
  id: string
  /** An operator's own title. */
  title?: NavText | undefined
  /** Of the app's own items the icon has the name of the id. */
  icon?: (typeof NAV_ICONS)[number] | undefined
  badge?: { title: NavText; bg?: string | undefined; fg?: string | undefined } | undefined
}

/** A page of the app. */
export interface NavPage extends ShownItem {
  type: 'item'
  url: string
  /** Active on this very path alone, not on those below it. */
  exact?: boolean | undefined
}
/** An address outside of the app, in a new tab unless `target` says otherwise. */
export interface NavLink extends ShownItem {
  type: 'link'
  url: string
  target?: string | undefined
}
/** Items under a heading; a `collapse` folds them away. */
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
/** Whether the menu and the search list a page, in this order; its text there is its title. */
const IN_MENU = {
  home: true,
  profile: true,
  sessions: true,
  transactions: true,
  game: false,
  login: false,
  callback: false,
  notFound: false,
  crash: false,
  adminExample: false,
  staffExample: false,
  guestExample: false,
  // Always the last entry, after the operator's.
  logout: true,
} as const satisfies Record<PageName, boolean>

/** The pages of the menu. */
export type MenuPage = { [P in PageName]: (typeof IN_MENU)[P] extends true ? P : never }[PageName]

/** The pages of the menu. What is shown of them, here and in the search, is `visibleItems`. */
export const NAVIGATION: readonly NavItem[] = (Object.keys(IN_MENU) as PageName[])
  .filter((page) => IN_MENU[page])
  .map((page) => ({
    type: 'item',
    id: page,
    url: PAGE_ROUTES[page].path.replace(/\/:.*/, ''),
    auth: USER,
    levels: LEVEL,
    always: page === 'logout',
  }))

/** The operator's entries as items; one without an id has it by its place. */
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

/** The app's items with the operator's own (the setting `navigation`), which come before the way out. */
export function withOperatorItems(entries: OperatorSettings['navigation']): readonly NavItem[] {
  return [...NAVIGATION.slice(0, -1), ...operatorItems(entries, 'own'), ...NAVIGATION.slice(-1)]
}

/** What of some items a player (undefined: a guest) is shown; a group of which nothing is left goes with it. */
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

/** The items that lead somewhere, out of their groups. */
export function flatItems(items: readonly NavItem[]): readonly (NavPage | NavLink)[] {
  return items.flatMap((item) => {
    if ('children' in item) return flatItems(item.children)
    return item.type === 'divider' ? [] : [item]
  })
}

/** Does this path lie at an item or below it? Whole segments count: /lobbyists is not below /lobby. */
export function isActive({ url, exact }: Pick<NavPage, 'url' | 'exact'>, path: string): boolean {
  const plain = (text: string) =>
    text
      .replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .toLowerCase()
  const [own, here] = [plain(url), plain(path)]
  return own === here || (!exact && own !== '' && here.startsWith(`${own}/`))
}

/** Does this path lie at one of these items, however deep? */
export function containsActive(items: readonly NavItem[], path: string): boolean {
  return flatItems(items).some((item) => item.type === 'item' && isActive(item, path))
}
