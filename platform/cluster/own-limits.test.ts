import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { LimitsAnswer } from '../../src/contract/limits.ts'
import { balanceOf, walletOf } from '../ledger/ledger.ts'
import { isPossible, PATIENCE, startTestCluster, type TestCluster } from '../testing/cluster/cluster.ts'
import { audit } from '../testing/floor/floor.ts'

/*
 * Players change their limits at one process while the other one runs their machine and knows the old ones.
 */

const machines = [1, 2, 3, 4, 5, 6].map((id) => ({ id, name: `M${id}`, brand: 'nar' }))
const folder = mkdtempSync(join(tmpdir(), 'reelcast-own-limits-'))
const floorFile = join(folder, 'floor.json')
writeFileSync(floorFile, JSON.stringify({ machines }))

let cluster: TestCluster
const sockets: Socket[] = []
const taken = new Set<string>()
beforeAll(async () => {
  if (isPossible) cluster = await startTestCluster({ FLOOR_FILE: floorFile, TIME_ZONE: 'Europe/Istanbul' })
}, 120_000)
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  if (isPossible) await cluster?.stop()
  rmSync(folder, { recursive: true })
}, 30_000)

const addressOf = (place: number) => cluster.nodes[place]?.address ?? ''
async function post(place: number, path: string, token: string, body: object): Promise<LimitsAnswer> {
  const answer = await fetch(`${addressOf(place)}/api${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return v.parse(LimitsAnswer, await answer.json())
}

/**
 * Joins and loads a machine that the process at `owner` runs, with a socket to the process at `place`. Each
 * call takes another machine, so that a test can run again.
 */
async function sit(token: string, place: number, owner: number) {
  const name = cluster.nodes[owner]?.name ?? ''
  const machines = async () => (await cluster.owners()).get(name) ?? []
  await expect.poll(async () => (await machines()).length, PATIENCE).toBe(3)
  const machineID = (await machines()).find((id) => !taken.has(id)) ?? ''
  taken.add(machineID)
  const options = { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true }
  const socket = io(addressOf(place), options)
  sockets.push(socket)
  const send = (event: string, payload: object) => socket.timeout(10_000).emitWithAck(event, payload)
  expect(await send('init', { token, machineID })).toMatchObject({ ok: true })
  expect(await send('load', { requestId: randomUUID(), amount: 10_000 })).toMatchObject({ ok: true })
  return { machineID, socket, spin: () => send('spin', { requestId: randomUUID(), stake: 100 }) }
}

test.skipIf(!isPossible).each([
  [0, 1],
  [1, 0],
])(
  'a limit set at process %i stops the next spin at process %i, and a pause ends the visit there',
  async (setter, owner) => {
    const { id, token } = await cluster.logIn()
    // The owner reads the player's limits when the machine is joined and loaded.
    const page = await sit(token, setter, owner)
    const refused = new Promise((resolve) => page.socket.on('info', resolve))
    const set = await post(setter, '/player/limits', token, { kind: 'loss-day', value: 1 })
    expect(set).toMatchObject({ timeZone: 'Europe/Istanbul', limits: [{ value: 1 }, {}, {}, {}] })
    // The player has not won anything yet, which would allow a stake above the limit.
    expect(await page.spin()).toMatchObject({ ok: false, code: Code.ownLossDay })

    const { pausedUntil } = await post(setter, '/player/pause', token, { days: 7 })
    expect(await refused).toMatchObject({
      code: Code.ownPause,
      action: 'leave',
      params: { until: pausedUntil },
    })
    const credit = () => balanceOf(cluster.db, walletOf(id)).then(({ balance }) => balance)
    const isSeated = async () =>
      (await cluster.db.selectFrom('machines').select('id').where('seat_player', '=', Number(id)).execute())
        .length > 0
    await expect.poll(isSeated, PATIENCE).toBe(false)
    expect(await credit()).toBe(1_000_000)
    for (const place of [setter, owner]) {
      const socket = io(addressOf(place), { auth: { token }, transports: ['websocket'], forceNew: true })
      sockets.push(socket)
      const joined = await socket.timeout(10_000).emitWithAck('init', { token, machineID: page.machineID })
      expect(joined).toMatchObject({ ok: false, code: Code.ownPause, params: { until: pausedUntil } })
    }
    expect(await audit(cluster.db)).toEqual([])
  },
  60_000,
)
