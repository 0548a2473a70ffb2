import { expect, test } from 'vitest'
import { cabinetPlan, connectTestCabinet } from '../../testing/floor/cabinet/line.ts'
import { createTestFloor, createTestPlayer } from '../../testing/floor/floor.ts'
import { databaseOfFile } from '../../testing/store/database-of-file.ts'

/* A cabinet's own fault, and an operator who takes it out of service, at its process and at another one. */

const database = databaseOfFile()
test('each process tells a fault of the cabinet from the end of its service', async () => {
  const plan = cabinetPlan(1)
  const other = await createTestFloor(database.db, { plan, shared: true })
  const { floor } = await createTestFloor(database.db, { plan })
  const line = await connectTestCabinet(floor, '1')
  const player = await createTestPlayer(database.db, 1000)
  floor.events.on('status', (machineId) => {
    for (const mirror of floor.owned(machineId)) other.floor.applyMirror(mirror)
  })
  const floors = [floor, other.floor]
  const status = () => floors.map(({ change }) => change('1', player)?.status)
  const isInService = () => floors.map((one) => one.isInService('1'))

  await floor.sit(player, '1')
  await floor.load(player, '1', { requestId: 'load', amount: 500 })
  await floor.hold(player, '1')
  await line.report({ type: 'fault', code: 'door', text: 'Door open' })
  expect([status(), isInService()]).toEqual([
    ['error', 'error'],
    [true, true],
  ])
  // The status is the same.
  await floor.setFault('1', 'error')
  expect([status(), isInService()]).toEqual([
    ['error', 'error'],
    [false, false],
  ])
  await line.report({ type: 'fault' })
  expect(isInService()).toEqual([false, false])
  await floor.setFault('1', undefined)
  expect([status(), isInService()]).toEqual([
    ['waiting', 'waiting'],
    [true, true],
  ])
  await Promise.all(floors.map((one) => one.stop()))
})
