import { beforeAll, expect, test } from 'vitest'
import { cabinetPlan } from '../../testing/floor/cabinet/line.ts'
import { createTestFloor } from '../../testing/floor/floor.ts'
import { databaseOfFile } from '../../testing/store/database-of-file.ts'
import type { Camera } from './camera-viewers.ts'
import { storeCameras } from './stored-cameras.ts'

const database = databaseOfFile()
beforeAll(async () => {
  const { floor } = await createTestFloor(database.db, { plan: cabinetPlan(3) })
  await floor.stop()
}, 60_000)

const camera = (name: string, api?: string): Camera => ({ url: `https://pictures.example/${name}/whep`, api })
/** A start with these cameras. */
const start = async (cameras: Record<string, Camera>) =>
  storeCameras(database.db, new Map(Object.entries(cameras)))

test('a camera that is removed or elsewhere is an earlier one, until its viewers have ended', async () => {
  const first = { 1: camera('a', 'http://127.0.0.1:9997'), 2: camera('b') }
  expect((await start(first)).cameras).toEqual(new Map())
  expect((await start(first)).cameras).toEqual(new Map())

  const second = { 2: camera('c'), 3: camera('d') }
  expect((await start(second)).cameras).toEqual(new Map(Object.entries(first)))
  // The server of the first one was away.
  const { cameras, forget } = await start(second)
  expect(cameras).toEqual(new Map(Object.entries(first)))
  await forget('1')
  expect((await start(second)).cameras).toEqual(new Map([['2', first[2]]]))
  await forget('2')
  expect((await start(second)).cameras).toEqual(new Map())
  expect((await start({})).cameras).toEqual(new Map(Object.entries(second)))
})
