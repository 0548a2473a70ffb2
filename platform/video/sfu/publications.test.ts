import { jwtVerify } from 'jose'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeClock } from '../../lib/clock.ts'
import type { VideoRefusal } from '../protocol/ipc.ts'
import { createPublications } from './publications.ts'
import type { WhipAnswer, WhipClient, WhipResource } from './whip-client.ts'

const SECRET = 'a-secret-of-twenty-four-characters'
const DOWN: WhipAnswer = { ok: false, reason: 'connect ECONNREFUSED' }

let platform: ReturnType<typeof fakePlatform>
beforeEach(() => {
  platform = fakePlatform()
})

const loginOf = (playerId: string) => ({ playerId, loginId: `login of ${playerId}` })

/** Runs what waits for no timer. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Publications with an engine and an SFU that count what is open at them. */
function fakePlatform(spectators = false) {
  const clock = fakeClock()
  const owners = new Map<string, string>()
  const played = new Set<string>()
  /** Machines that are out of service. */
  const broken = new Set<string>()
  const follows = new Map<string, () => void>()
  let endLogin = (_: string) => {}
  /** Machines that another process runs. */
  const elsewhere = new Set<string>()
  const logged: string[] = []
  /** The engine's open peers, and all that the SFU has been sent, with the publications of their tokens. */
  const peers = new Set<string>()
  const closedListeners = new Set<(id: string) => void>()
  const published: { url: string; publication: unknown }[] = []
  const resources = new Set<string | undefined>()
  const sfu = {
    answer: undefined as WhipAnswer | undefined,
    viewers: 0,
    refusal: undefined as VideoRefusal | undefined,
  }
  let polls = 0
  let seatListener = (_: string) => {}

  const claimsOf = async (token: string, audience: string) =>
    (
      await jwtVerify(token, new TextEncoder().encode(SECRET), {
        audience,
        currentDate: new Date(clock.now()),
      })
    ).payload

  function closePeer(id: string): void {
    if (peers.delete(id)) for (const listener of closedListeners) listener(id)
  }
  const whip: WhipClient = {
    async publish(url, token) {
      const { publication } = await claimsOf(token, 'whip')
      published.push({ url, publication })
      if (sfu.answer) return sfu.answer
      const resource: WhipResource = { url: `${url}/${published.length}`, viewersUrl: 'viewers' }
      resources.add(resource.url)
      return { ok: true, answer: 'answer', resource }
    },
    async end({ url }, token) {
      await claimsOf(token, 'whip')
      resources.delete(url)
    },
    async viewers() {
      polls += 1
      return sfu.viewers
    },
  }
  const publications = createPublications({
    sfu: {
      publishUrl: 'https://sfu.example/whip/{machine}',
      watchUrl: 'https://sfu.example/whep/{machine}',
      secret: SECRET,
    },
    engine: {
      async publish(scene) {
        if (sfu.refusal) return sfu.refusal
        const id = `${scene.id}-${peers.size + published.length}`
        peers.add(id)
        return { id, offer: 'offer' }
      },
      accept: async () => ({ ok: true }),
      close: closePeer,
      onClosed(listener) {
        closedListeners.add(listener)
        return () => void closedListeners.delete(listener)
      },
    },
    scene: (id) => (id === 'none' ? undefined : { id, name: id, brand: 'nar', game: 'classic5' }),
    ownerOf: (id) => owners.get(id),
    runs: (id) => !elsewhere.has(id),
    isPlayed: (id) => played.has(id),
    isOnline: (id) => !broken.has(id),
    onEnded(listener) {
      endLogin = listener
      return () => {}
    },
    followLogin(loginId, onEnd) {
      follows.set(loginId, onEnd)
      return () => void follows.delete(loginId)
    },
    onSeat(listener) {
      seatListener = listener
      return () => {}
    },
    spectators,
    clock,
    log: (message) => logged.push(message),
    whip,
    random: () => 1,
  })
  return {
    ...{ publications, clock, sfu, logged, peers, published, resources, claimsOf },
    /** A page of the player plays the machine. */
    join(machineId: string, playerId: string) {
      owners.set(machineId, playerId)
      played.add(machineId)
      seatListener(machineId)
    },
    /** The page is gone; the seat stays the player's. */
    leavePage(machineId: string) {
      played.delete(machineId)
      seatListener(machineId)
    },
    /** The seat of the machine is free. */
    freeSeat(machineId: string) {
      owners.delete(machineId)
      played.delete(machineId)
      seatListener(machineId)
    },
    breakMachine(machineId: string) {
      broken.add(machineId)
      played.delete(machineId)
      seatListener(machineId)
    },
    endLogin: (playerId: string) => endLogin(`login of ${playerId}`),
    follows,
    /** Another process takes the machine over. */
    loseMachine(machineId: string) {
      elsewhere.add(machineId)
      seatListener(machineId)
    },
    loseConnection() {
      for (const id of [...peers]) closePeer(id)
    },
    /** Time passes until the SFU has been asked so often how many watch, which is every 5 s. */
    async poll(times: number) {
      for (let time = 0; time < times; time += 1) {
        const before = polls
        clock.advance(5000)
        await vi.waitFor(() => expect(polls).toBe(before + 1))
        await settle()
      }
    },
    /** Waits until the SFU has so many pictures. */
    atSfu: (count: number) => vi.waitFor(() => expect(resources.size).toBe(count)),
  }
}

/** Machine 7 is at the SFU for its player. */
async function publish(): Promise<void> {
  platform.join('7', 'alice')
  await platform.publications.source('7', loginOf('alice'))
  await platform.atSfu(1)
}

test('a machine is published when its player joins, with a token that permits this publication alone', async () => {
  platform.join('7', 'alice')
  const source = await platform.publications.source('7', loginOf('alice'))
  expect(source).toMatchObject({ type: 'screen', url: 'https://sfu.example/whep/7' })
  await platform.atSfu(1)
  const [sent] = platform.published
  expect(sent?.url).toBe('https://sfu.example/whip/7')
  const claims = await platform.claimsOf(source.token ?? '', 'whep')
  expect(claims).toMatchObject({ machine: '7', publication: sent?.publication })
  expect(claims.exp).toBe(Math.floor(platform.clock.now() / 1000) + 60)
  await expect(platform.claimsOf(source.token ?? '', 'whip')).rejects.toThrow('"aud"')
})

test('a page that joins again gets a new token of the same publication', async () => {
  platform.join('7', 'alice')
  const first = await platform.publications.source('7', loginOf('alice'))
  await platform.atSfu(1)
  platform.clock.advance(90_000)
  const second = await platform.publications.source('7', loginOf('alice'))
  expect(platform.published).toHaveLength(1)
  const { exp, publication } = await platform.claimsOf(second.token ?? '', 'whep')
  expect(publication).toBe(platform.published[0]?.publication)
  expect(exp).toBeGreaterThan(platform.clock.now() / 1000)
  await expect(platform.claimsOf(first.token ?? '', 'whep')).rejects.toThrow('"exp"')
})

test('a picture ends 10 s after its last viewer has left, and not if one comes back', async () => {
  await publish()
  platform.leavePage('7')
  platform.clock.advance(9999)
  expect(platform.resources.size).toBe(1)
  platform.join('7', 'alice')
  platform.clock.advance(60_000)
  expect(platform.resources.size).toBe(1)
  platform.leavePage('7')
  platform.clock.advance(9999)
  expect(platform.peers.size).toBe(1)
  platform.clock.advance(1)
  await platform.atSfu(0)
  expect(platform.peers.size).toBe(0)
  expect(platform.published).toHaveLength(1)
})

test('a player whose page lost its socket keeps the picture while the SFU counts a viewer', async () => {
  await publish()
  platform.sfu.viewers = 1
  platform.leavePage('7')
  await platform.poll(6)
  expect(platform.resources.size).toBe(1)
  platform.sfu.viewers = 0
  await platform.poll(1)
  platform.clock.advance(10_000)
  await platform.atSfu(0)
})

test('another player who takes the seat gets another publication, and the earlier one is over', async () => {
  platform.join('7', 'alice')
  const earlier = await platform.publications.source('7', loginOf('alice'))
  await platform.atSfu(1)
  platform.sfu.viewers = 1
  platform.join('7', 'bob')
  await platform.atSfu(0)
  const later = await platform.publications.source('7', loginOf('bob'))
  await platform.atSfu(1)
  const [first, second] = platform.published
  expect(second?.publication).not.toBe(first?.publication)
  expect((await platform.claimsOf(earlier.token ?? '', 'whep')).publication).toBe(first?.publication)
  expect((await platform.claimsOf(later.token ?? '', 'whep')).publication).toBe(second?.publication)
})

test.each(['freeSeat', 'breakMachine'] as const)(
  'a picture ends within a second of its reason (%s), also while the SFU counts a viewer',
  async (end) => {
    await publish()
    platform.sfu.viewers = 1
    // Ten seconds without a page do not prolong it.
    platform.leavePage('7')
    platform[end]('7')
    platform.clock.advance(999)
    expect(platform.resources.size).toBe(1)
    platform.clock.advance(1)
    await platform.atSfu(0)
    expect(platform.peers.size).toBe(0)
    expect(await platform.publications.source('7', loginOf('alice'))).toMatchObject({ token: '' })
  },
)

test('a player who sits down again within that second keeps the picture', async () => {
  await publish()
  platform.freeSeat('7')
  platform.clock.advance(999)
  platform.join('7', 'alice')
  platform.clock.advance(60_000)
  await settle()
  expect(platform.resources.size).toBe(1)
})

test.each(['ends', 'expires'])('a picture ends with the login that was given its token (%s)', async (how) => {
  platform.join('7', 'alice')
  platform.join('8', 'bob')
  for (const [id, name] of [
    ['7', 'alice'],
    ['8', 'bob'],
  ] as const)
    await platform.publications.source(id, loginOf(name))
  await platform.atSfu(2)
  if (how === 'ends') platform.endLogin('alice')
  else platform.follows.get('login of alice')?.()
  await platform.atSfu(1)
  expect([...platform.follows.keys()]).toEqual(['login of bob'])
  // A page of another login asks for a token again.
  await platform.publications.source('7', { playerId: 'alice', loginId: 'another' })
  await platform.atSfu(2)
})

test('a player who is not at the machine gets no token and starts no publication', async () => {
  platform.join('7', 'alice')
  expect(await platform.publications.source('7', loginOf('bob'))).toMatchObject({ token: '' })
  expect(await platform.publications.admit('7', loginOf('bob'))).toBeUndefined()
  expect(await platform.publications.admit('none', loginOf('alice'))).toBeUndefined()
  expect(platform.published).toHaveLength(0)
})

test('with spectators permitted, eight viewers of a machine are one publication until the SFU counts none', async () => {
  platform = fakePlatform(true)
  const players = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const admitted = players.map((player) => platform.publications.admit('7', loginOf(player)))
  const addresses = await Promise.all(admitted)
  expect(platform.published).toHaveLength(1)
  for (const address of addresses) {
    const { origin, pathname, searchParams } = new URL(address ?? '')
    expect(`${origin}${pathname}`).toBe('https://sfu.example/whep/7')
    const claims = await platform.claimsOf(searchParams.get('access_token') ?? '', 'whep')
    expect(claims.publication).toBe(platform.published[0]?.publication)
  }
  // Neither a seat that is taken nor the login of one of them ends anything here.
  platform.join('7', 'alice')
  platform.endLogin('a')
  platform.leavePage('7')
  expect(platform.resources.size).toBe(1)
  platform.sfu.viewers = 8
  await platform.poll(20)
  expect(platform.resources.size).toBe(1)
  platform.sfu.viewers = 0
  await platform.poll(1)
  platform.clock.advance(9999)
  expect(platform.resources.size).toBe(1)
  platform.clock.advance(1)
  await platform.atSfu(0)
  expect(platform.published).toHaveLength(1)
})

test('an SFU that does not answer is tried again with growing pauses of 10 s at the most', async () => {
  platform.sfu.answer = DOWN
  platform.join('7', 'alice')
  await platform.publications.source('7', loginOf('alice'))
  await vi.waitFor(() => expect(platform.logged).toHaveLength(1))
  for (const pause of [500, 1000, 2000, 4000, 8000, 10_000, 10_000]) {
    await settle()
    const attempts = platform.published.length
    platform.clock.advance(pause - 1)
    await settle()
    expect(platform.published).toHaveLength(attempts)
    platform.clock.advance(1)
    await vi.waitFor(() => expect(platform.published).toHaveLength(attempts + 1))
  }
  await settle()
  expect(platform.peers.size).toBe(0)
  platform.sfu.answer = undefined
  platform.clock.advance(10_000)
  await platform.atSfu(1)
  await vi.waitFor(() => expect(platform.logged.at(-1)).toBe('machine 7 is at the SFU again'))
  expect(platform.logged).toHaveLength(2)
})

test('a machine that another process took over is published here no more, not even when its connection is lost', async () => {
  await publish()
  platform.loseMachine('7')
  await platform.atSfu(0)
  expect(platform.peers.size).toBe(0)
  expect(await platform.publications.source('7', loginOf('alice'))).toMatchObject({ token: '' })
  expect(await platform.publications.admit('7', loginOf('alice'))).toBeUndefined()
  platform.clock.advance(60_000)
  await settle()
  expect(platform.published).toHaveLength(1)
})

test('a connection that is lost is replaced within the same publication', async () => {
  await publish()
  platform.loseConnection()
  await platform.atSfu(0)
  await vi.waitFor(() => expect(platform.logged).toHaveLength(1))
  platform.clock.advance(500)
  await platform.atSfu(1)
  const [first, second] = platform.published
  expect(second?.publication).toBe(first?.publication)
})

test('a viewer is not sent to an SFU that has no picture', async () => {
  platform.sfu.answer = DOWN
  platform.join('7', 'alice')
  const admitted = platform.publications.admit('7', loginOf('alice'))
  await vi.waitFor(() => expect(platform.logged).toHaveLength(1))
  platform.clock.advance(4000)
  expect(await admitted).toBeUndefined()
})

test('an engine at its limit opens no picture at the SFU', async () => {
  platform.sfu.refusal = { refused: 'full', message: 'The viewer limit is reached.' }
  platform.join('7', 'alice')
  await platform.publications.source('7', loginOf('alice'))
  await vi.waitFor(() => expect(platform.logged[0]).toContain('The viewer limit is reached.'))
  expect(platform.published).toHaveLength(0)
})

test('closing ends every picture at the SFU', async () => {
  platform.join('7', 'alice')
  platform.join('8', 'bob')
  await platform.publications.source('7', loginOf('alice'))
  await platform.publications.source('8', loginOf('bob'))
  await platform.atSfu(2)
  await platform.publications.close()
  expect(platform.resources.size).toBe(0)
  expect(platform.peers.size).toBe(0)
})
