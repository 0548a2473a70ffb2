import { expect, test } from 'vitest'
import type { Machine } from '../../../contract/floor.ts'
import { machine } from '../whole-floor.fake.ts'
import { type FilterContext, filterAndSort, matches } from './filter.ts'
import type { MachineFilter } from './state.ts'

const ALL: MachineFilter = { text: '', brand: '', status: '', favourites: false, sorting: 'server' }
const judge = (more: Partial<FilterContext> = {}): FilterContext => ({
  isFavourite: (id) => id === '2',
  heldId: undefined,
  jackpot: (brand) => ({ nar: 500, ocak: 900 })[brand] ?? 0,
  compare: new Intl.Collator('tr', { numeric: true }).compare,
  ...more,
})
const order = (
  machines: readonly Machine[],
  wish: Partial<MachineFilter>,
  more: Partial<FilterContext> = {},
) => filterAndSort(machines, { ...ALL, ...wish }, judge(more))

test.each([
  ['ISIK', true],
  ['ışık', true],
  ['isik', true],
  ['IŞIK', true],
  [' ışık 7 ', true],
  ['7 ış', true],
  ['m-7', true],
  ['şık', true],
  ['işkı', false],
  ['8', false],
  ['', true],
])('"%s" finds Işık 7, whose id is M-7: %s', (text, found) => {
  const one = machine('M-7', { name: 'Işık 7' })
  expect(matches(one, { ...ALL, text }, judge())).toBe(found)
})

test('brand, status and favourites filter alone and combined', () => {
  const all = [
    machine('1'),
    machine('2', { status: 'playing' }),
    machine('3', { brand: 'ocak', status: 'playing' }),
  ]
  expect(order(all, { brand: 'ocak' })).toEqual(['3'])
  expect(order(all, { status: 'playing' })).toEqual(['2', '3'])
  expect(order(all, { favourites: true })).toEqual(['2'])
  expect(order(all, { favourites: true, status: 'available' })).toEqual([])
})

test("the player's own machine counts as available", () => {
  const all = [
    machine('1', { status: 'playing' }),
    machine('2', { status: 'in-bonus', reservation: true }),
    machine('3'),
  ]
  expect(order(all, { status: 'available' })).toEqual(['2', '3'])
  expect(order(all, { status: 'available' }, { heldId: '1' })).toEqual(['1', '2', '3'])
  expect(order(all, { sorting: 'free' })).toEqual(['2', '3', '1'])
})

test('by name: by locale, numbers numerically', () => {
  const all = ['Çınar 10', 'Çınar 9', 'Zeytin', 'Ceviz', 'Işık', 'İnci'].map((name, at) =>
    machine(`${at}`, { name }),
  )
  expect(order(all, { sorting: 'name' })).toEqual(['3', '1', '0', '4', '5', '2'])
})

test('by status: available first, unplayable last; by favourites and by jackpots', () => {
  const all = [
    machine('1', { status: 'offline' }),
    machine('2', { status: 'playing' }),
    machine('3', { status: 'reserved', brand: 'ocak' }),
    machine('4'),
  ]
  expect(order(all, { sorting: 'free' })).toEqual(['4', '3', '2', '1'])
  expect(order(all, { sorting: 'favourites' })).toEqual(['2', '1', '3', '4'])
  expect(order(all, { sorting: 'jackpot' })).toEqual(['3', '1', '2', '4'])
})
