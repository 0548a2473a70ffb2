import type { NAV_ICONS } from '../../contract/settings-operator.ts'
import { LineIcon } from '../../ui/LineIcon.tsx'
import type { MenuPage, NavItem } from './nav-items.ts'

/** The icons of the app's pages and of the operator's entries (NAV_ICONS). */
const ICONS: Readonly<Record<MenuPage | (typeof NAV_ICONS)[number], string>> = {
  // Four machines.
  home: 'M5.5 4H9a1.5 1.5 0 0 1 1.5 1.5V9A1.5 1.5 0 0 1 9 10.5H5.5A1.5 1.5 0 0 1 4 9V5.5A1.5 1.5 0 0 1 5.5 4ZM15 4h3.5A1.5 1.5 0 0 1 20 5.5V9a1.5 1.5 0 0 1-1.5 1.5H15A1.5 1.5 0 0 1 13.5 9V5.5A1.5 1.5 0 0 1 15 4ZM5.5 13.5H9a1.5 1.5 0 0 1 1.5 1.5v3.5A1.5 1.5 0 0 1 9 20H5.5A1.5 1.5 0 0 1 4 18.5V15a1.5 1.5 0 0 1 1.5-1.5ZM15 13.5h3.5A1.5 1.5 0 0 1 20 15v3.5a1.5 1.5 0 0 1-1.5 1.5H15a1.5 1.5 0 0 1-1.5-1.5V15a1.5 1.5 0 0 1 1.5-1.5Z',
  profile: 'M12 12.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.8-3.2 3.6-5 7.5-5s6.7 1.8 7.5 5',
  // Three reels.
  sessions:
    'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 19 19H5a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 5 5ZM9.2 5v14M14.8 5v14M3.5 12h1.5m14 0h1.5',
  // Two opposite arrows.
  transactions: 'M4 8.5h15m-4-4 4 4-4 4M20 15.5H5m4-4-4 4 4 4',
  logout: 'M14 4.5H7A1.5 1.5 0 0 0 5.5 6v12A1.5 1.5 0 0 0 7 19.5h7M10.5 12H20m-3.5-3.5L20 12l-3.5 3.5',
  gift: 'M4.5 11.5h15v7A1.5 1.5 0 0 1 18 20H6a1.5 1.5 0 0 1-1.5-1.5ZM3.5 8h17v3.5h-17ZM12 8v12M12 8C9 8 7.5 7 7.5 5.7 7.5 4.7 8.3 4 9.3 4 11 4 12 6 12 8c0-2 1-4 2.7-4 1 0 1.8.7 1.8 1.7C16.5 7 15 8 12 8Z',
  star: 'm12 4 2.5 5 5.5.8-4 3.9.9 5.5L12 16.6l-4.9 2.6.9-5.5-4-3.9 5.5-.8Z',
  trophy:
    'M8 4.5h8v5a4 4 0 0 1-8 0ZM8 6H4.5c0 3 1.2 4.5 3.7 4.8M16 6h3.5c0 3-1.2 4.5-3.7 4.8M12 13.5V17M8.5 19.5h7M9.5 19.5c0-1.5 1-2.5 2.5-2.5s2.5 1 2.5 2.5',
  news: 'M5 5h11v14H6.5A1.5 1.5 0 0 1 5 17.5ZM16 9h3.5v8.5a1.5 1.5 0 0 1-3 0M8 9h5M8 12.5h5M8 16h3',
  help: 'M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17ZM9.5 9.5c.2-1.4 1.2-2.2 2.6-2.2s2.5.9 2.5 2.2c0 1.9-2.6 2-2.6 4M12 16.8h.01',
  phone:
    'M6 4h3l1.5 4-2 1.5c1 2.5 3.5 5 6 6l1.5-2 4 1.5v3a2 2 0 0 1-2 2C10.8 19.5 4.5 13.2 4 6a2 2 0 0 1 2-2Z',
  calendar:
    'M5.5 6h13A1.5 1.5 0 0 1 20 7.5v11a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-11A1.5 1.5 0 0 1 5.5 6ZM4 10.5h16M8.5 4v4M15.5 4v4',
  link: 'M10 6H6.5A1.5 1.5 0 0 0 5 7.5v10A1.5 1.5 0 0 0 6.5 19h10a1.5 1.5 0 0 0 1.5-1.5V14M13.5 5H19v5.5M19 5l-8 8',
}
const PATHS: Readonly<Record<string, string>> = ICONS
/** These point along the line of writing; the question mark is a mirrored one in Arabic. */
const MIRRORED = /^(logout|link|help)$/
const DOT = 'M12 13.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z'

const nameOf = (item: NavItem): string =>
  ('icon' in item && item.icon) || (item.type === 'link' ? 'link' : 'title' in item ? '' : item.id)

/** Whether an item has no icon, so that a dot is drawn. */
export const isDot = (item: NavItem): boolean => !(nameOf(item) in PATHS)

/** The icon of an item; without one a link has the link icon, any other item a dot. */
export function NavIcon({ item }: { item: NavItem }) {
  const name = nameOf(item)
  return <LineIcon d={PATHS[name] ?? DOT} mirrors={MIRRORED.test(name) || undefined} />
}
