import { expect, test } from 'vitest'
import type { PageRoute } from '../../contract/pages.ts'
import type { MessageKey } from '../../i18n/index.ts'
import { type MenuPage, NAVIGATION } from './nav-items.ts'
import { titleKey } from './page-title.ts'

/* The compiler checks that a new page is complete: each expected error is an omission. */
test('a page without a path, an access rule, a title, a place in the menu or an icon does not compile', () => {
  // @ts-expect-error no path, so the platform would not serve it
  void ({ access: 'user', menu: true } satisfies PageRoute)
  // @ts-expect-error no access rule
  void ({ path: '/news', menu: true } satisfies PageRoute)
  // @ts-expect-error no decision about the menu
  void ({ path: '/news', access: 'user' } satisfies PageRoute)
  // @ts-expect-error no text
  void (((page) => `router.${page}` as const) satisfies (page: 'news') => MessageKey)
  // @ts-expect-error no icon
  void ({ home: '', profile: '', sessions: '', transactions: '' } satisfies Record<MenuPage, string>)
})

test('the menu lists its pages by their own paths, logout last', () => {
  expect(NAVIGATION.map((item) => 'url' in item && item.url)).toEqual([
    '/lobby',
    '/profile',
    '/slot-sessions',
    '/transactions',
    '/logout',
  ])
  expect(NAVIGATION.filter((item) => 'always' in item && item.always).map(({ id }) => id)).toEqual(['logout'])
  expect(titleKey('sessions')).toBe('router.sessions')
})
