import { expect, test } from 'vitest'
import { artKey, brandPath, gamePath } from '../../core/router/paths.ts'
import { availabilityOf, parseJackpots } from './state.ts'

const nobody = { heldId: undefined, walletEmpty: false }
const machine = { id: '7', status: 'available', reservation: false } as const

test("only a free machine, or one's own, takes a player", () => {
  expect(availabilityOf(machine, nobody)).toBe('free')
  for (const status of [
    'playing',
    'reserved',
    'waiting',
    'in-bonus',
    'cashing-out',
    'offline',
    'error',
    'unknown',
  ] as const) {
    expect(availabilityOf({ ...machine, status }, nobody)).toBe('status')
  }
})

test('a machine that is kept for this player is open to them, unless it is out of order', () => {
  expect(availabilityOf({ ...machine, status: 'in-bonus', reservation: true }, nobody)).toBe('own')
  expect(availabilityOf({ ...machine, status: 'waiting' }, { ...nobody, heldId: '7' })).toBe('own')
  expect(availabilityOf({ ...machine, status: 'error' }, { ...nobody, heldId: '7' })).toBe('status')
})

test('who has a machine can not take another', () => {
  expect(availabilityOf(machine, { ...nobody, heldId: '8' })).toBe('elsewhere')
})

test('an empty wallet keeps from a free machine where the operator says so, never from the own one', () => {
  expect(availabilityOf(machine, { ...nobody, walletEmpty: true })).toBe('walletEmpty')
  expect(availabilityOf({ ...machine, reservation: true }, { heldId: undefined, walletEmpty: true })).toBe(
    'own',
  )
})

test('jackpots are a list of cents, greatest first; what is none is left out', () => {
  expect(parseJackpots({ jackpot: '100, 2500,abc,,1e9,-5,1.5,99999999999999999999' })).toEqual([2500, 100])
  expect(parseJackpots({ jackpot: '' })).toEqual([])
})

test('whatever an id or a name holds, it stays inside its segment of the address', () => {
  expect(gamePath({ id: '../x', name: 'a/b?c' })).toBe('/game/..%2Fx/a%2Fb%3Fc')
  expect(brandPath({ id: '1', name: '' })).toBe('/lobby/1/1')
  expect(artKey({ brand: '', name: 'Nar' })).toBe('nar')
})
