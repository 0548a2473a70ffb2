import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setSignedIn, setSignedOut } from '../../../core/session/state.ts'
import { user } from '../../../core/session/user.fake.ts'
import { loadAllMachines } from './actions.ts'
import { allMachines, allMachinesLoad } from './state.ts'

const MACHINE = { id: 7, name: 'Nar 7', status: 'available' }
let status = 200
const fetched = vi.fn()

beforeEach(() => {
  fetched.mockClear()
  vi.stubGlobal('fetch', async () => {
    fetched()
    return Response.json(status === 200 ? { machines: [MACHINE] } : {}, { status })
  })
  setSignedIn('t', user)
})
afterEach(() => {
  setSignedOut()
  vi.unstubAllGlobals()
})

test.each([429, 503])('a server that answers %d is asked again', async (first) => {
  status = first
  await loadAllMachines()
  expect(allMachinesLoad.value).toBe('failed')
  status = 200
  await loadAllMachines()
  expect([...allMachines.value.keys()]).toEqual(['7'])
})

test.each([403, 404])('a server that refuses with %d is not asked again in this login', async (refusal) => {
  status = refusal
  await loadAllMachines()
  status = 200
  await loadAllMachines()
  expect(allMachinesLoad.value).toBe('absent')
  expect(fetched).toHaveBeenCalledOnce()
  setSignedOut()
  setSignedIn('t2', user)
  await loadAllMachines()
  expect(allMachinesLoad.value).toBe('ready')
})
