// @vitest-environment node
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fakeEnv, settle } from './whep.fake.ts'
import { createWhep } from './whep.ts'

const ANSWERS = [201, 201, 201, 406, 204, 200, 401, 404, 409, 422, 500] as const

const step = fc.oneof(
  fc.record({ do: fc.constantFrom('prepare', 'play', 'frame', 'away', 'back', 'hide', 'gather', 'close') }),
  fc.record({ do: fc.constant('pass'), ms: fc.integer({ min: 1, max: 12_000 }) }),
  fc.record({ do: fc.constant('peer'), state: fc.constantFrom('connected', 'disconnected', 'failed') }),
  fc.record({
    do: fc.constant('answer'),
    which: fc.nat(),
    status: fc.constantFrom(...ANSWERS),
    garbage: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('answer'),
    which: fc.nat(),
    status: fc.constantFrom(...ANSWERS),
    garbage: fc.constant(false),
  }),
  fc.record({ do: fc.constant('lose'), which: fc.nat() }),
)

test('property: in any order of events each created session is deleted exactly once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const world = fakeEnv()
      const whep = createWhep(world.env)
      const made: string[] = []
      const open = () => world.requests.filter((one) => !one.answered)

      const answer = async (which: number, status: number, garbage: boolean) => {
        const waiting = open()
        const one = waiting[which % (waiting.length || 1)]
        if (!one) return
        if (one.method === 'POST' && (status === 201 || status === 406)) {
          const location = `http://play.example/session/${made.length}`
          made.push(location)
          world.peer().refuseRemote = garbage
          return one.answer(status, { location, etag: '"e"' }, 'sdp')
        }
        return one.answer(status, { 'retry-after': '1' }, 'a=ice-ufrag:a\na=ice-pwd:b')
      }

      for (const one of steps) {
        if (one.do === 'prepare') whep.prepare()
        if (one.do === 'play') whep.play({ url: 'http://play.example/whep/1', iceServers: [] }, () => 't')
        if (one.do === 'frame') {
          for (const peer of world.peers) peer.framesDecoded++
        }
        if (one.do === 'away') world.page.away()
        if (one.do === 'back') world.page.back()
        if (one.do === 'hide') world.page.hidden = !world.page.hidden
        if (one.do === 'gather') world.peers.at(-1)?.gather()
        if (one.do === 'close') whep.close()
        if ('ms' in one) await world.pass(one.ms)
        if ('state' in one) world.peers.at(-1)?.become(one.state as RTCPeerConnectionState)
        if ('status' in one) await answer(one.which, one.status, one.garbage)
        if (one.do === 'lose' && 'which' in one) {
          const waiting = open()
          await waiting[one.which % (waiting.length || 1)]?.lose()
        }
        await settle()
        // At most one peer is open at any time, and it is the newest one.
        expect(world.peers.slice(0, -1).every((peer) => peer.closed)).toBe(true)
      }

      whep.close()
      while (open().length) await answer(0, 201, false)
      expect(
        world
          .sent('DELETE')
          .map((one) => one.url)
          .sort(),
      ).toEqual(made.sort())
      expect(world.timers()).toBe(0)
      expect(world.peers.every((peer) => peer.closed)).toBe(true)
      expect(whep.state.value).toBe('closed')
    }),
    { numRuns: 300 },
  )
})
