import { afterEach, expect, test } from 'vitest'
import { readOperatorSettings } from '../../contract/settings-operator.ts'
import { setLocale } from '../../i18n/index.ts'
import { setSignedIn, setSignedOut } from '../session/state.ts'
import { user } from '../session/user.fake.ts'
import { menu, titleOf } from './menu.ts'
import {
  containsActive,
  flatItems,
  isActive,
  NAVIGATION,
  type NavItem,
  visibleItems,
  withOperatorItems,
} from './nav-items.ts'

const { navigation } = readOperatorSettings({
  navigation: [
    { type: 'divider' },
    { type: 'item', id: 'vip', title: 'VIP', url: '/lobby/2', levels: [7] },
    {
      type: 'group',
      title: { tr: 'Yardım', en: 'Help' },
      children: [
        { type: 'link', title: 'SSS', url: 'https://example.com/' },
        {
          type: 'collapse',
          title: 'Kasa',
          auth: ['staff'],
          children: [{ type: 'item', title: 'Defter', url: '/profile' }],
        },
      ],
    },
  ],
}).more
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id)
/** The app's own items, without the logout. */
const OWN = ids(NAVIGATION).slice(0, -1)
const groupOf = (items: readonly NavItem[]) => items.find((item) => item.type === 'group')

afterEach(async () => {
  setSignedOut()
  await setLocale('tr')
})

test("the operator's items precede Logout, each with a unique id", () => {
  const all = withOperatorItems(navigation)
  expect(ids(all)).toEqual([...OWN, 'own-1', 'vip', 'own-3', 'logout'])
  expect(ids(flatItems(all))).toEqual([...OWN, 'vip', 'own-3-1', 'own-3-2-1', 'logout'])
  expect(withOperatorItems([])).toEqual(NAVIGATION)
})

test("roles and levels apply to the operator's items too; without any an item is for every player", () => {
  const shown = (permissions: readonly number[] | undefined, role: 'user' | 'staff') =>
    ids(flatItems(visibleItems(withOperatorItems(navigation), { roles: [role], permissions })))
  expect(shown([145], 'user')).not.toContain('vip')
  expect(shown([7], 'user')).toEqual(['vip', 'own-3-1', 'logout'])
  expect(shown([145], 'user')).not.toContain('own-3-2-1')
  expect(shown([145], 'staff')).toContain('own-3-2-1')
  expect(visibleItems(withOperatorItems(navigation), undefined)).toEqual([])
})

test('a group with only dividers left is removed', () => {
  const { more } = readOperatorSettings({
    navigation: [
      {
        type: 'group',
        title: 'Kasa',
        children: [{ type: 'divider' }, { type: 'item', title: 'Defter', url: '/profile', auth: ['admin'] }],
      },
    ],
  })
  expect(visibleItems(withOperatorItems(more.navigation), user)).toEqual(visibleItems(NAVIGATION, user))
})

test("a query does not change the active page, and the root is not every page's parent", () => {
  expect(isActive({ url: '/lobby/1/Kervan?from=menu#top' }, '/lobby/1/Kervan')).toBe(true)
  expect(isActive({ url: '/' }, '/lobby')).toBe(false)
  expect(isActive({ url: '/' }, '/')).toBe(true)
})

test('a group contains the pages of its items, and no links', () => {
  const group = groupOf(withOperatorItems(navigation))
  const inside = (path: string) => group !== undefined && containsActive([group], path)
  expect(inside('/profile/7')).toBe(true)
  expect(inside('/lobby')).toBe(false)
})

test('the menu is localized and filtered for the current player', async () => {
  expect(menu.value).toEqual([])
  setSignedIn('t', { ...user, permissions: [145] })
  const titles = menu.value.map(titleOf)
  expect(titles.slice(0, 4)).toEqual(['Ana sayfa', 'Profil', 'Oyun oturumları', 'İşlemler'])
  expect(titles.at(-1)).toBe('Çıkış yap')
  const items = withOperatorItems(navigation)
  const [divider, group] = [items.find((item) => item.type === 'divider'), groupOf(items)]
  expect(group && titleOf(group)).toBe('Yardım')
  expect(divider && titleOf(divider)).toBe('')
  await setLocale('en')
  expect(group && titleOf(group)).toBe('Help')
  expect(menu.value.map(titleOf)[0]).toBe('Home')
})
