import { afterAll, beforeEach, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { createTestFloor, createTestPlayer, type TestFloor } from '../testing/floor/floor.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'
import type { Still } from '../video/client/still-cache.ts'

const STILL: Still = { image: Buffer.from('RIFF'), etag: '"abc"' }
let floor: TestFloor
let isOn = true
/** Runs while a still is drawn. */
let duringDraw = async () => {}
const drawn: string[] = []
const stills = {
  engine: {
    async still({ id }: { id: string }) {
      drawn.push(id)
      await duringDraw()
      return STILL
    },
  },
  machine: (id: string) => floor.floor.scene(id),
  isOnline: () => true,
}

const server = serverOfFile(
  async (db) => {
    floor = await createTestFloor(db)
    return floor.floor
  },
  { limits: { calls: 10, logins: 100_000 }, addresses: { allow: [], deny: ['203.0.113.9/32'] } },
  { stills, isAttractOn: async () => isOn },
)
afterAll(() => floor.floor.stop())
beforeEach(() => {
  isOn = true
  duringDraw = async () => {}
  drawn.length = 0
})

/** Each test has an address of its own, and so its own budget. */
let addresses = 0
const addressOfTest = () => {
  addresses += 1
  return `198.51.100.${addresses}`
}
const get = (url: string, remoteAddress: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url: `/api${url}`, remoteAddress, headers })
interface Shown {
  brand: string
  name: string
  still: string
  jackpot: number
}
const shown = async (address: string) => (await get('/attract', address)).json().machines as Shown[]
/** The address of the test, and the first machine that it is shown. */
async function showOne() {
  const address = addressOfTest()
  const [first] = await shown(address)
  if (!first) throw new Error('no machine is free')
  return { address, first }
}
const sit = async (machineId: string) => {
  const player = await createTestPlayer(server.database.db, 1000)
  expect(await floor.floor.sit(player, machineId)).toMatchObject({ ok: true })
  return () => floor.floor.leave(player, machineId)
}
const idOf = ({ still }: Shown) => still.split('/')[2] ?? ''

test('without a token: one free machine of each brand, with its brand, jackpot and picture', async () => {
  const address = addressOfTest()
  const answer = await get('/attract', address)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  const { machines } = answer.json() as { machines: Shown[] }
  const brands = floor.floor.brands()
  expect(machines.map(({ brand }) => brand).sort()).toEqual(brands.map(({ brand }) => brand).sort())
  const [first] = machines
  expect(first).toEqual({
    brand: first?.brand,
    name: brands.find(({ brand }) => brand === first?.brand)?.name,
    jackpot: Number(brands.find(({ brand }) => brand === first?.brand)?.jackpot),
    still: expect.stringMatching(/^\/attract\/\d+\/still$/),
  })
  const picture = await get(first?.still ?? '', address)
  expect([picture.statusCode, picture.rawPayload]).toEqual([200, STILL.image])
  expect(picture.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=3',
    etag: '"abc"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  })
  expect(picture.headers).not.toHaveProperty('access-control-allow-origin')
  const again = await get(first?.still ?? '', address, { 'if-none-match': '"abc"' })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test.each([
  ['played', async () => {}],
  ['held for a player', (id: string, player: string) => floor.floor.hold(player, id)],
])('a machine that is %s has no picture and is replaced in the list; later it is back', async (_, then) => {
  const { address, first } = await showOne()
  const id = idOf(first)
  const player = await createTestPlayer(server.database.db, 1000)
  await floor.floor.sit(player, id)
  await then(id, player)
  const none = await get(first.still, address)
  expect([none.statusCode, none.body, none.headers['cache-control']]).toEqual([204, '', 'no-store'])
  const cached = await get(first.still, address, { 'if-none-match': '"abc"' })
  expect(cached.statusCode).toBe(204)
  expect(drawn).toEqual([])
  const other = (await shown(address)).find(({ brand }) => brand === first.brand)
  expect(other?.still).not.toBe(first.still)
  await floor.floor.leave(player, id)
  expect((await get(first.still, address)).statusCode).toBe(200)
})

test('a player who sits down while the picture is drawn is not shown', async () => {
  const { address, first } = await showOne()
  let leave = async (): Promise<unknown> => undefined
  duringDraw = async () => {
    leave = await sit(idOf(first))
  }
  expect((await get(first.still, address)).statusCode).toBe(204)
  expect(drawn).toHaveLength(1)
  await leave()
})

test('a machine that is out of order is neither listed nor shown', async () => {
  const { address, first } = await showOne()
  await floor.floor.setFault(idOf(first), 'error')
  expect((await get(first.still, address)).statusCode).toBe(204)
  expect((await shown(address)).map(({ still }) => still)).not.toContain(first.still)
  await floor.floor.setFault(idOf(first), undefined)
})

test('a free machine that is not listed has no picture, so that strangers have few of them drawn', async () => {
  const address = addressOfTest()
  const listed = (await shown(address)).map(idOf)
  const hidden = floor.floor.ids().find((id) => !listed.includes(id))
  expect((await get(`/attract/${hidden}/still`, address)).statusCode).toBe(204)
  expect(drawn).toEqual([])
})

test('an unknown machine is not found', async () => {
  const answer = await get('/attract/4711/still', addressOfTest())
  expect([answer.statusCode, answer.json().code]).toEqual([404, Code.machineNotFound])
})

test('while the operator has it off, both calls are unknown', async () => {
  const address = addressOfTest()
  const [first] = await shown(address)
  isOn = false
  for (const url of ['/attract', first?.still ?? '', '/attract/4711/still']) {
    const answer = await get(url, address)
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, Code.notFound])
  }
  expect(drawn).toEqual([])
})

test('an address that the platform does not serve sees nothing', async () => {
  for (const url of ['/attract', '/attract/1/still']) {
    const answer = await get(url, '203.0.113.9')
    expect([answer.statusCode, answer.json().code]).toEqual([403, Code.ipNotPermitted])
  }
})

test('list and pictures have limits of their own, by address', async () => {
  const [busy, other] = [addressOfTest(), addressOfTest()]
  const [first] = await shown(busy)
  const statuses = async (url: string, count: number) => {
    const answers = []
    for (let n = 0; n < count; n += 1) answers.push((await get(url, busy)).statusCode)
    return answers
  }
  expect(await statuses(first?.still ?? '', 41)).toEqual([...Array(40).fill(200), 429])
  expect(await statuses('/attract', 10)).toEqual([...Array(9).fill(200), 429])
  expect((await get('/attract', other)).statusCode).toBe(200)
  // The budget of a login is another one.
  const login = await server.app.inject({ url: '/check', remoteAddress: busy })
  expect(login.statusCode).toBe(200)
})
