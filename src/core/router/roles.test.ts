import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Role } from '../session/state.ts'
import { canSeeNavItem, isActive, NAVIGATION, type NavItem, visibleItems } from './nav-items.ts'
import { ADMIN, type Auth, hasRole, ONLY_GUEST, STAFF, USER } from './roles.ts'

const ROLES = ['admin', 'staff', 'user'] as const
const roles = fc.subarray([...ROLES])
const auth: fc.Arbitrary<Auth> = fc.option(fc.subarray([...ROLES]), { nil: undefined })
const levels = fc.option(fc.uniqueArray(fc.integer({ min: 140, max: 150 }), { maxLength: 4 }), {
  nil: undefined,
})
const user = (permissions: readonly number[] | undefined, ...held: Role[]) => ({ roles: held, permissions })

test.each([
  ['admin', ADMIN, ['admin']],
  ['staff', STAFF, ['admin', 'staff']],
  ['user', USER, ['admin', 'staff', 'user']],
  ['onlyGuest', ONLY_GUEST, []],
])('the group %s has its roles', (_, group, expected) => {
  expect(group).toEqual(expected)
})

describe('a route', () => {
  test('without a list is open; with an empty one for guests; with a list for any matching role', () => {
    fc.assert(
      fc.property(auth, roles, (list, held) => {
        const model =
          list === undefined
            ? true
            : list.length === 0
              ? held.length === 0
              : new Set([...list, ...held]).size < list.length + held.length
        expect(hasRole(list, held)).toBe(model)
      }),
    )
  })
})

describe('an item of the navigation', () => {
  test('is shown if its auth and one of its levels permit it', () => {
    fc.assert(
      fc.property(auth, levels, levels, roles, fc.boolean(), (list, asked, held, own, always) => {
        const byRole = hasRole(list, own)
        const checked = !always && asked !== undefined && asked.length > 0 && held !== undefined
        const byLevel = !checked || asked.filter((level) => held.includes(level)).length > 0
        expect(canSeeNavItem({ auth: list, levels: asked, always }, user(held, ...own))).toBe(
          byRole && byLevel,
        )
      }),
    )
  })

  test('is hidden from guests unless its auth says otherwise', () => {
    expect(canSeeNavItem({ auth: USER }, undefined)).toBe(false)
    expect(canSeeNavItem({ auth: ONLY_GUEST }, undefined)).toBe(true)
    expect(canSeeNavItem({}, undefined)).toBe(true)
  })

  const shown = (permissions: readonly number[] | undefined) =>
    visibleItems(NAVIGATION, user(permissions, 'user')).map(({ id }) => id)

  test('of the menu needs level 145; without permissions levels are not checked; logout is always shown', () => {
    const all = NAVIGATION.map(({ id }) => id)
    expect(shown([145])).toEqual(all)
    expect(shown(undefined)).toEqual(all)
    expect(shown([1, 146])).toEqual(['logout'])
    expect(shown([])).toEqual(['logout'])
    for (const item of NAVIGATION) expect(item.levels).toEqual([145])
  })

  test('in a group follows the same rule, and an empty group is removed', () => {
    const page = (over: object): NavItem => ({ type: 'item', id: 'home', url: '/x', ...over })
    const groups: NavItem[] = [
      { type: 'group', id: 'profile', children: [page({}), page({ auth: ADMIN })] },
      { type: 'collapse', id: 'sessions', children: [page({ auth: ADMIN })] },
      { type: 'group', id: 'logout', auth: ADMIN, children: [page({})] },
      { type: 'divider', id: 'line' },
    ]
    expect(visibleItems(groups, user(undefined, 'user'))).toEqual([
      { type: 'group', id: 'profile', children: [page({})] },
      groups[3],
    ])
  })
})

test('an item is active on its own path and on those below it, by whole segments', () => {
  const segment = fc.stringMatching(/^[a-z]{1,3}$/)
  const segments = fc.array(segment, { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(segments, segments, fc.constantFrom('', '/'), (own, here, end) => {
      const model = own.every((part, at) => here[at] === part)
      expect(isActive({ url: `/${own.join('/')}` }, `/${here.join('/')}${end}`)).toBe(model)
    }),
  )
  expect(isActive({ url: '/lobby' }, '/lobby/3/Nar')).toBe(true)
  expect(isActive({ url: '/lobby' }, '/lobbyists')).toBe(false)
  expect(isActive({ url: '/lobby', exact: true }, '/lobby/3/Nar')).toBe(false)
  expect(isActive({ url: '/lobby', exact: true }, '/lobby')).toBe(true)
})
