import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import * as v from 'valibot'
import { beforeAll, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { BrandsAnswer, MachinesAnswer } from '../../src/contract/floor.ts'
import { refused } from '../lib/result.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'
import type { FloorOperations } from './machine-routes.ts'

const asked: unknown[] = []
const machine = { id: '7', name: 'Nar 07', status: 'available', brand: 'nar', reservation: false } as const
const floor: FloorOperations = {
  brands: () => [{ id: '1', name: 'Nar', brand: 'nar', jackpot: '1234500', machineCount: 1 }],
  machines(_, brandId) {
    if (brandId === '2') return undefined
    const machines = Array.from({ length: brandId === '3' ? 100 : 1 }, () => machine)
    return { machines, name: brandId ? 'Nar' : null }
  },
  async kick(...call) {
    asked.push(['kick', ...call])
    if (call[1] === '9') return { ok: true, changed: false }
    return call[1] === '7' ? { ok: true, changed: true } : refused(Code.machineNotFound)
  },
  async cancel(...call) {
    asked.push(['cancel', ...call])
    return call[1] === '7' ? { ok: true, amount: 500 } : refused(Code.notSeated)
  },
}

let id: string
let token: string
const server = serverOfFile(floor)
beforeAll(async () => {
  id = await server.addPlayer('visitor')
  token = await server.logIn('visitor')
})

test('brands and machines match the contract', async () => {
  const get = async (url: string) => (await server.call('GET', `/api/machine/${url}`, { token })).body
  expect(v.parse(BrandsAnswer, await get('brands'))).toMatchObject([{ id: '1', jackpot: '1234500' }])
  expect(v.parse(MachinesAnswer, await get('all')).machines).toEqual([machine])
  expect(v.parse(MachinesAnswer, await get('1'))).toMatchObject({ name: 'Nar', machines: [machine] })
})

test('an unknown brand is not found', async () => {
  const { status, body } = await server.call('GET', '/api/machine/2', { token })
  expect([status, body.code]).toEqual([404, 60013])
})

test.each(['kick', 'cancel'])('%s calls the floor as the authenticated player', async (call) => {
  const post = (payload: object) => server.call('POST', `/api/player/${call}`, { token, payload })
  expect((await post({ machineId: 7 })).body).toMatchObject({ status: true, code: 20000 })
  expect(asked.at(-1)).toEqual([call, id, '7', ...(call === 'cancel' ? [undefined] : [])])
  const no = await post({ machineId: '8' })
  expect([no.status, no.body.code]).toEqual(call === 'kick' ? [404, 60001] : [409, 60008])
})

test.each([{}, { machineId: null }, { machineId: '' }, { machineId: 1.5 }, { machineId: ['7'] }])(
  '%j names no machine',
  async (payload) => {
    for (const call of ['kick', 'cancel']) {
      const { status, body } = await server.call('POST', `/api/player/${call}`, { token, payload })
      expect([status, body.code]).toEqual([400, 40000])
    }
  },
)

test('a cancel returns the amount, a kick is recorded if it held the seat', async () => {
  const post = (call: string, machineId = '7') =>
    server.call('POST', `/api/player/${call}`, { token, payload: { machineId } })
  expect((await post('cancel')).body).toMatchObject({ Params: { amount: 500 } })
  await post('kick')
  expect((await post('kick', '9')).body).toMatchObject({ status: true, code: 20000 })
  const events = server.database.db.selectFrom('events').select(['type', 'details', 'ip'])
  expect(await events.orderBy('id', 'desc').limit(1).execute()).toEqual([
    { type: 'kicked by player', details: { machine: '7' }, ip: '127.0.0.1' },
  ])
})

test.each([
  ['br;q=1, deflate', 'br', brotliDecompressSync],
  ['gzip;q=1, deflate', 'gzip', gunzipSync],
  ['br;q=0, gzip', 'gzip', gunzipSync],
  ['br; q=0.000, GZIP;q=0.5', 'gzip', gunzipSync],
  ['br;q=0,gzip;q=0', undefined, (payload: Buffer) => payload],
] as const)('with accept-encoding %j a long list is encoded with %s', async (accepted, encoding, open) => {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': accepted }
  const answer = await server.app.inject({ url: '/api/machine/3', headers })
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(v.parse(MachinesAnswer, JSON.parse(String(open(answer.rawPayload)))).machines).toHaveLength(100)
  if (encoding) expect(answer.rawPayload.length).toBeLessThan(1000)
})
