import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Code } from '../../src/contract/codes.ts'
import { HOLD_MS, startTestPlatform, type TestPlatform } from '../testing/wiring/platform.ts'

/*
 * A permission ends when its reason ends: the table in docs/operator/security.md and what it leaves out, with
 * real HTTP, sockets and WebRTC. Rows about a login are in players/follow-login.test.ts and
 * http/whep.test.ts. Rows of two processes are in cluster/.
 */

const SLOW = 60_000
const PLACES = 8

let platform: TestPlatform
const tokens: Record<string, string> = {}
const ids: Record<string, string> = {}
const tokenOf = (name: string) => tokens[name] ?? ''

beforeAll(async () => {
  platform = await startTestPlatform({ maxViewers: PLACES, maxMachines: 4 })
  for (const name of ['alice', 'basak', 'carol']) ids[name] = await platform.server.addPlayer(name, 10_000)
}, 3 * SLOW)
beforeEach(async () => {
  for (const [name, id] of Object.entries(ids)) tokens[name] = await platform.logIn(id)
})
afterEach(async () => {
  await platform.reset()
  for (const id of Object.values(ids)) {
    const machineId = platform.floor.seatOf(id)
    if (machineId !== undefined) await platform.floor.cancel(id, machineId)
  }
  await noPictures()
})
afterAll(() => platform.close())

/** Waits until neither the list of viewers nor the video process has a picture: about a second. */
async function noPictures(): Promise<void> {
  await expect.poll(() => platform.engine.pictures(), { timeout: SLOW / 2 }).toEqual({ sent: 0, machines: 0 })
  await expect.poll(platform.peers, { timeout: SLOW / 2 }).toEqual({})
}

/** Waits until the player has no seat. */
const left = (name: string) =>
  expect.poll(() => platform.floor.seatOf(ids[name] ?? ''), { timeout: 10_000 }).toBeUndefined()

describe('a picture by the seat ends when', { timeout: SLOW }, () => {
  const machineId = '1'
  const ends: [string, (page: Socket) => Promise<unknown>][] = [
    [
      'the seat was held for its whole time',
      async (page) => {
        await platform.load(page)
        page.io.engine.close()
        await expect
          .poll(() => platform.floor.seatStatus(ids.alice ?? '').machine_status, { timeout: 10_000 })
          .toBe('waiting')
        // While the seat is held, the player keeps the picture.
        await platform.pass(HOLD_MS - 1)
        expect(platform.engine.pictures().sent).toBe(1)
        await platform.pass(1)
      },
    ],
    [
      'the database has freed it, and the answer was lost',
      async (page) => {
        await platform.server.database.db
          .updateTable('machines')
          .set((row) => ({ seat_player: null, visit_id: null, seated_at: null, seq: row('seq', '+', 1) }))
          .where('id', '=', Number(machineId))
          .execute()
        // The end of the visit may close the page before its answer arrives.
        const answer = await platform.load(page).catch(() => ({ ok: false }))
        expect(answer).toMatchObject({ ok: false })
      },
    ],
  ]
  test.each(ends)('%s', async (_, end) => {
    const page = await platform.sit(tokenOf('alice'), machineId)
    const { url } = await platform.offer(tokenOf('alice'), machineId)
    await expect.poll(platform.peers, { timeout: SLOW / 2 }).toEqual({ 1: 1 })
    await end(page)
    await left('alice')
    await noPictures()
    expect((await platform.call('DELETE', url, tokenOf('alice'))).status).toBe(404)
  })

  test('its player leaves: the media end too', async () => {
    const page = await platform.sit(tokenOf('alice'), machineId)
    const { watcher } = await platform.watch(tokenOf('alice'), machineId)
    page.disconnect()
    await Promise.race(['disconnected', 'failed', 'closed'].map(watcher.state))
    await noPictures()
  })

  test.each(['error', 'offline'] as const)('the machine is out of service (%s)', async (fault) => {
    await platform.sit(tokenOf('alice'), machineId)
    await platform.offer(tokenOf('alice'), machineId)
    await platform.floor.setFault(machineId, fault)
    await noPictures()
    expect((await platform.offer(tokenOf('alice'), machineId)).status).toBe(409)
    await platform.floor.setFault(machineId, undefined)
  })
})

describe('a socket ends with its login,', { timeout: SLOW }, () => {
  /** Ends the login of a token right after the token has been verified. */
  function endAfterVerification(token: string) {
    const { logins } = platform.server
    const { verify } = logins
    return vi.spyOn(logins, 'verify').mockImplementationOnce(async () => {
      const verified = await verify(token)
      if (verified.ok) await logins.end(verified.identity)
      return verified
    })
  }

  test('if the login ends while the socket is being opened', async () => {
    const token = await platform.logIn(ids.basak ?? '')
    endAfterVerification(token)
    const socket = platform.dial(token)
    await new Promise((resolve) => socket.once('disconnect', resolve).once('connect_error', resolve))
  })

  test('if the login ends while the socket takes a renewed token', async () => {
    const [token, other] = [await platform.logIn(ids.basak ?? ''), await platform.logIn(ids.basak ?? '')]
    const page = await platform.sit(token, '1')
    endAfterVerification(other)
    const renewed = await page.timeout(10_000).emitWithAck('auth', { token: other })
    expect(renewed).toMatchObject({ ok: false, code: Code.tokenExpired })
    // The socket's own login is still open.
    expect(await page.timeout(10_000).emitWithAck('time', {})).toMatchObject({ ok: true })
  })
})
