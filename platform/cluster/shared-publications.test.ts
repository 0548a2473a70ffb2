import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createTestClients } from '../testing/cluster/clients.ts'
import { isPossible, PATIENCE, startTestCluster, type TestCluster } from '../testing/cluster/cluster.ts'
import { startTestSfu } from '../testing/video/sfu/sfu.ts'

/* Two processes and an SFU: which process publishes a machine, and what its player receives. */

const SECRET = 'a-secret-of-twenty-four-characters'
const MACHINES = 6
const [OWNER, OTHER] = [0, 1]
vi.setConfig({ testTimeout: 90_000 })

let sfu: Awaited<ReturnType<typeof startTestSfu>>
let cluster: TestCluster
const { openSocket, post } = createTestClients((place) => cluster.nodes[place]?.address ?? '', '')

describe.skipIf(!isPossible)('two processes', () => {
  beforeAll(async () => {
    sfu = await startTestSfu(SECRET)
    cluster = await startTestCluster({
      FLOOR_MACHINES: String(MACHINES),
      VIDEO_PUBLISH: `http://127.0.0.1:${sfu.port}/whip/{machine}`,
      VIDEO_SFU_SECRET: SECRET,
      VIDEO_MARKER: 'credit',
    })
  }, 120_000)
  afterAll(async () => {
    await Promise.all([cluster?.stop(), sfu?.kill()])
  }, 30_000)

  /** The machines of the first process. */
  const owned = async () => (await cluster.owners()).get(cluster.nodes[OWNER]?.name ?? '') ?? []

  async function openPage(place: number, token: string, machineID: string) {
    const page = openSocket(place, token)
    const { video } = await page.request('init', { token, machineID, page: randomUUID() })
    return { ...page, video: video as { url: string; token: string } }
  }

  test("an owner's publication ends with the seat and with the login, which end at the other process", async () => {
    const [, beforeLast = '', last = ''] = await owned()
    const ends = [
      ['logout', beforeLast],
      ['cancel', last],
    ] as const
    for (const [path, machineId] of ends) {
      const { token } = await cluster.logIn()
      const page = await openPage(OTHER, token, machineId)
      await expect.poll(() => sfu.counts().open, PATIENCE).toBe(1)
      const { exp = 0 } = decodeJwt(page.video.token)
      expect(exp * 1000 - Date.now()).toBeLessThanOrEqual(60_000)
      expect((await post(OTHER, `/api/player/${path}`, token, { machineId })).status).toBe(200)
      await expect.poll(() => sfu.counts().open, PATIENCE).toBe(0)
      page.socket.disconnect()
    }
  })

  test("a machine is published once, by its owner, to players of any process, and again by the owner's successor", async () => {
    const [machineId = ''] = await owned()
    const earlier = sfu.counts().publications
    const { token } = await cluster.logIn()
    const page = await openPage(OTHER, token, machineId)
    expect(page.video).toMatchObject({
      url: `http://127.0.0.1:${sfu.port}/whep/${machineId}`,
      token: expect.any(String),
    })
    const claims = decodeJwt(page.video.token)
    expect(claims).toMatchObject({ aud: 'whep', machine: machineId })
    await expect
      .poll(() => sfu.counts(), PATIENCE)
      .toMatchObject({ publications: earlier + 1, open: 1, credit: 0 })

    // The same page at the owner: a player's next request may reach either process.
    const again = await openPage(OWNER, token, machineId)
    expect(decodeJwt(again.video.token).publication).toBe(claims.publication)
    const loaded = await again.request('load', { requestId: randomUUID(), amount: 5000 })
    expect(loaded).toMatchObject({ ok: true })
    await expect.poll(() => sfu.counts().credit, PATIENCE).toBe(5000)
    expect(sfu.counts()).toMatchObject({ publications: earlier + 1, open: 1 })
    const back = await openPage(OTHER, token, machineId)

    cluster.nodes[OWNER]?.child.kill('SIGKILL')
    const pushed = () => back.pushes.flatMap(({ name, payload }) => (name === 'video' ? [payload] : []))
    await expect.poll(pushed, PATIENCE).toHaveLength(1)
    const [next] = pushed() as (typeof page.video)[]
    expect(next?.url).toBe(page.video.url)
    expect(decodeJwt(next?.token ?? '').publication).not.toBe(claims.publication)
    await expect.poll(() => sfu.counts().publications, PATIENCE).toBe(earlier + 2)
    const { frames } = sfu.counts()
    await expect.poll(() => sfu.counts().frames, PATIENCE).toBeGreaterThan(frames)
    back.socket.disconnect()
  })
})
