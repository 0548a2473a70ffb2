import { expect, test } from 'vitest'
import { MACHINE_STATUSES } from '../../../contract/http.ts'
import { availabilityOf } from './state.ts'

const noMachine = { heldId: undefined, isSeatEmpty: false, walletEmpty: false }
const machine = { id: '7', status: 'available', reservation: false } as const

test('only an available machine is free', () => {
  expect(availabilityOf(machine, noMachine)).toBe('free')
  for (const status of MACHINE_STATUSES.filter((one) => one !== 'available'))
    expect(availabilityOf({ ...machine, status }, noMachine)).toBe('status')
})

test('a machine that is held for the player is available unless it is out of order', () => {
  expect(availabilityOf({ ...machine, status: 'in-bonus', reservation: true }, noMachine)).toBe('held')
  expect(availabilityOf({ ...machine, status: 'waiting' }, { ...noMachine, heldId: '7' })).toBe('held')
  expect(availabilityOf({ ...machine, status: 'error' }, { ...noMachine, heldId: '7' })).toBe('status')
})

test('a player who holds a machine cannot open another, unless nothing is on it', () => {
  const seated = { ...noMachine, heldId: '8' }
  expect(availabilityOf(machine, seated)).toBe('elsewhere')
  expect(availabilityOf(machine, { ...seated, isSeatEmpty: true })).toBe('free')
  expect(availabilityOf({ ...machine, id: '8' }, { ...seated, isSeatEmpty: true })).toBe('held')
})

test('an empty wallet blocks a free machine, but not the held one', () => {
  expect(availabilityOf(machine, { ...noMachine, walletEmpty: true })).toBe('walletEmpty')
  expect(availabilityOf({ ...machine, reservation: true }, { ...noMachine, walletEmpty: true })).toBe('held')
})
