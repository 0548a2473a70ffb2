import { effect } from '@preact/signals-react'
import { beforeEach, expect, test } from 'vitest'
import type { Machine } from '../../contract/floor.ts'
import { failed } from '../../contract/result.ts'
import { seat } from '../../core/connection/state.ts'
import {
  applyBrands,
  applyChanges,
  applyJackpots,
  applyMachines,
  applySession,
  beginBrandsRequest,
  beginMachinesRequest,
  brandJackpots,
  brands,
  brandsLoad,
  clearLobby,
  displayedBrandJackpots,
  failBrandsRequest,
  failMachinesRequest,
  heldMachine,
  heldMachineMark,
  jackpots,
  lastUpdatedAt,
  machineIds,
  machineSignal,
  machinesLoad,
  ownMachine,
  parseJackpots,
  setVisibleIds,
  showMachines,
  shownBrandName,
  visibleIds,
} from './state.ts'
import { machine as free } from './whole-floor.fake.ts'

const machine = (id: string, status: Machine['status'] = 'available', reservation = false) =>
  free(id, { status, reservation })
const show = (...list: Machine[]) => applyMachines(list, beginMachinesRequest())

beforeEach(() => {
  clearLobby()
  showMachines('1')
})

test("a push updates its own machine's signal and no other", () => {
  show(machine('1'), machine('2'))
  const woken: string[] = []
  const stops = ['1', '2'].map((id) =>
    effect(() => void woken.push(`${id} ${machineSignal(id).value?.status}`)),
  )
  let lists = 0
  stops.push(effect(() => void (machineIds.value && lists++)))
  applyChanges([{ id: '2', status: 'playing' }])
  expect(woken).toEqual(['1 available', '2 available', '2 playing'])
  expect(lists).toBe(1)
  for (const stop of stops) stop()
})

test('a push during a list request wins over the answer, also for an unknown machine', () => {
  show(machine('1'))
  const mark = beginMachinesRequest()
  applyChanges([{ id: '1', status: 'error' }])
  applyChanges([
    { id: '1', status: 'playing' },
    { id: '2', status: 'offline' },
  ])
  applyMachines([machine('1'), machine('2')], mark)
  expect(machineSignal('1').value?.status).toBe('playing')
  expect(machineSignal('2').value?.status).toBe('offline')
})

test('a push from before the request does not override its answer', () => {
  show(machine('1'))
  const other = beginMachinesRequest()
  applyChanges([{ id: '1', status: 'playing' }])
  const mark = beginMachinesRequest()
  applyMachines([machine('1', 'error')], mark)
  expect(machineSignal('1').value?.status).toBe('error')
  applyMachines([machine('1', 'available')], other)
  expect(machineSignal('1').value?.status).toBe('error')
})

test('an answer or a failure of a replaced request is dropped, whether it comes before or after the newer answer', () => {
  const [stale, mark] = [beginMachinesRequest(), beginMachinesRequest()]
  applyMachines([machine('9')], stale, 'Ocak', 5)
  failMachinesRequest(stale, LOST)
  expect([machinesLoad.value, machineIds.value]).toEqual(['loading', []])
  applyMachines([machine('1')], mark, 'Nar', 7)
  applyMachines([machine('9')], stale, 'Ocak', 8)
  expect([machineIds.value, shownBrandName.value, lastUpdatedAt.value]).toEqual([['1'], 'Nar', 7])
  const [staleBrands, brandsMark] = [beginBrandsRequest(), beginBrandsRequest()]
  failBrandsRequest(staleBrands, LOST)
  applyBrands([nar('1')], staleBrands, 9)
  expect([brandsLoad.value, brands.value]).toEqual(['loading', []])
  applyBrands([nar('2')], brandsMark, 10)
  expect([brandsLoad.value, lastUpdatedAt.value]).toEqual(['ready', 10])
})

test('an identical answer does not change the list', () => {
  show(machine('1'), machine('2'))
  const before = machineIds.value
  show(machine('1', 'error'), machine('2'))
  expect(machineIds.value).toBe(before)
  show(machine('2'))
  expect(machineIds.value).toEqual(['2'])
  expect(machineSignal('1').value).toBeUndefined()
})

const LOST = failed('network').error

test('a failed first request is an error, a failed refresh keeps the list', () => {
  failMachinesRequest(beginMachinesRequest(), LOST)
  expect(machinesLoad.value).toBe('failed')
  showMachines('1')
  expect(machinesLoad.value).toBe('loading')
  show(machine('1'))
  failMachinesRequest(beginMachinesRequest(), LOST)
  expect(machinesLoad.value).toBe('ready')
  expect(machineIds.value).toEqual(['1'])
})

test('another brand clears the list at once; a late answer for the previous brand changes nothing', () => {
  show(machine('1'))
  const mark = beginMachinesRequest()
  showMachines('2')
  failMachinesRequest(mark, LOST)
  applyMachines([machine('1')], mark)
  expect(machineIds.value).toEqual([])
  expect(machinesLoad.value).toBe('loading')
})

test('the held machine follows the session, its own status and its reservation', () => {
  show(machine('1'), machine('2', 'reserved', true))
  expect(heldMachine.value).toEqual({ id: '2', name: 'Nar 2', status: 'reserved' })
  applyChanges([{ id: '2', status: 'available', reservation: false }])
  expect(heldMachine.value).toBeUndefined()
  applyChanges([{ id: '1', status: 'reserved', reservation: true }])
  expect(heldMachine.value?.id).toBe('1')
  applySession({ status: true, id: '9', name: 'Ocak 09', machine_status: 'waiting' })
  applyChanges([{ id: '9', status: 'in-bonus' }])
  expect(heldMachine.value).toEqual({ id: '9', name: 'Ocak 09', status: 'in-bonus' })
  applySession({ status: false })
  // A reservation of another machine in the list remains; the released machine's own entry is outdated.
  expect(heldMachine.value?.id).toBe('1')
  applySession({ status: true, id: '1', name: 'Nar 1', machine_status: 'waiting' })
  applySession({ status: false })
  expect(heldMachine.value).toBeUndefined()
  applyChanges([{ id: '1', status: 'reserved', reservation: true }])
  expect(heldMachine.value?.id).toBe('1')
  clearLobby()
  expect(heldMachine.value).toBeUndefined()
})

test('a push about the held machine during a request is newer than its answer', () => {
  const waiting = { status: true, id: '9', name: 'Ocak 09', machine_status: 'waiting' } as const
  let mark = heldMachineMark()
  applySession(waiting, mark)
  expect(ownMachine.value?.status).toBe('waiting')
  mark = heldMachineMark()
  applyChanges([{ id: '9', status: 'error' }])
  applySession(waiting, mark)
  expect(ownMachine.value?.status).toBe('error')
  mark = heldMachineMark()
  applySession({ status: false })
  applySession(waiting, mark)
  expect(ownMachine.value).toBeUndefined()
})

test('the end of the seat at another machine, and a seat without a machine, leave the held machine', () => {
  const held = { id: '7', name: 'Nar 7', status: 'waiting' }
  applySession({ status: true, id: '7', name: 'Nar 7', machine_status: 'waiting' })
  applySession({ status: false, id: '9' })
  expect(heldMachine.value).toEqual(held)
  applySession({ status: true })
  expect(heldMachine.value).toEqual(held)
  expect(seat.value).toMatchObject({ status: true, id: '7' })
  applySession({ status: false, id: '7' })
  expect(heldMachine.value).toBeUndefined()
  expect(seat.value?.status).toBe(false)
})

const jackpotsById = () => Object.fromEntries(jackpots.value)
const nar = (jackpot: string) => ({ id: '1', name: 'Nar', jackpot, machineCount: 2 })

test('a pushed jackpot updates its own brand only, without a render of the list', () => {
  applyBrands([nar('100'), { ...nar('7'), id: '2' }], beginBrandsRequest())
  const before = brands.value
  applyJackpots([
    { id: '1', jackpot: '101,50' },
    { id: '9', jackpot: '3' },
  ])
  expect(jackpotsById()).toMatchObject({ 1: '101,50', 2: '7' })
  expect(brands.value).toBe(before)
})

test.each(['constructor', '__proto__'])('a brand may have the id %s', (id) => {
  expect([brandJackpots(id), displayedBrandJackpots(id)]).toEqual([[], []])
  applyBrands([{ ...nar('100'), id }], beginBrandsRequest())
  expect([brandJackpots(id), displayedBrandJackpots(id)]).toEqual([[100], [100]])
})

test('a jackpot pushed during the brands request wins; one from before it does not', () => {
  const mark = beginBrandsRequest()
  applyJackpots([{ id: '1', jackpot: '101' }])
  applyBrands([nar('100')], mark)
  expect(jackpotsById()).toEqual({ 1: '101' })
  applyBrands([nar('90')], beginBrandsRequest())
  expect(jackpotsById()).toEqual({ 1: '90' })
})

test('everything is reset for the next player, also the update time', () => {
  applyJackpots([{ id: '1', jackpot: '101' }])
  clearLobby()
  expect(jackpotsById()).toEqual({})
  applyBrands([nar('80')], beginBrandsRequest())
  expect(jackpotsById()).toEqual({ 1: '80' })
})

test('an order of cards holds until another list is opened', () => {
  show(machine('1'), machine('2'))
  expect(visibleIds.value).toEqual(['1', '2'])
  setVisibleIds(['2'])
  show(machine('1'), machine('2'), machine('3'))
  expect(visibleIds.value).toEqual(['2'])
  showMachines('1')
  expect(visibleIds.value).toEqual(['2'])
  showMachines('2')
  show(machine('4'))
  expect(visibleIds.value).toEqual(['4'])
  setVisibleIds([])
  clearLobby()
  expect(visibleIds.value).toEqual([])
  show(machine('5'))
  expect(visibleIds.value).toEqual(['5'])
})

test('each of several reservations counts until its own end', () => {
  show(machine('1', 'reserved', true), machine('2', 'reserved', true), machine('3'))
  expect(heldMachine.value?.id).toBe('1')
  applyChanges([{ id: '3', status: 'reserved', reservation: true }])
  applyChanges([{ id: '1', status: 'available', reservation: false }])
  expect(heldMachine.value?.id).toBe('2')
  applyChanges([{ id: '2', status: 'available', reservation: false }])
  expect(heldMachine.value?.id).toBe('3')
  applySession({ status: true, id: '3', name: 'Nar 3' })
  applySession({ status: false })
  expect(heldMachine.value).toBeUndefined()
})

test("another player's reservation is not this player's", () => {
  const until = '2025-01-01T10:00:00.000Z'
  show({ ...machine('1', 'reserved', true), reservedUntil: until }, machine('2'))
  // The same status and end: still reserved for them.
  applyChanges([{ id: '1', status: 'reserved', reservedUntil: until }])
  expect([machineSignal('1').value?.reservation, heldMachine.value?.id]).toEqual([true, '1'])
  // Another end or status: the reservation may be anyone's.
  for (const change of [
    { id: '1', status: 'reserved', reservedUntil: '2025-01-01T11:00:00.000Z' },
    { id: '1', status: 'playing' },
  ] as const) {
    show({ ...machine('1', 'reserved', true), reservedUntil: until }, machine('2'))
    applyChanges([change, { id: '2', status: 'reserved', reservedUntil: until }])
    expect([machineSignal('1').value?.reservation, machineSignal('2').value?.reservation]).toEqual([
      false,
      false,
    ])
    expect(heldMachine.value).toBeUndefined()
  }
})

test('a reservation pushed during a list request wins over the answer, with its end', () => {
  const mark = beginMachinesRequest()
  const until = '2025-01-01T10:00:00.000Z'
  applyChanges([
    { id: '1', status: 'reserved', reservedUntil: until },
    { id: '2', status: 'available' },
  ])
  applyMachines([machine('1'), { ...machine('2', 'reserved'), reservedUntil: until }], mark)
  expect(machineSignal('1').value).toMatchObject({ status: 'reserved', reservedUntil: until })
  expect(machineSignal('2').value).toMatchObject({ status: 'available', reservedUntil: undefined })
})

test('parseJackpots returns cents, highest first, without invalid entries', () => {
  expect(parseJackpots({ jackpot: '100, 2500,abc,,1e9,-5,1.5,99999999999999999999' })).toEqual([2500, 100])
  expect(parseJackpots({ jackpot: '' })).toEqual([])
})
