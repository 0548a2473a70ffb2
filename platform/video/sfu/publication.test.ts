import { expect, test, vi } from 'vitest'
import { fakeClock } from '../../lib/clock.ts'
import { startPublication } from './publication.ts'
import { createSfuTokens } from './sfu-tokens.ts'
import { createWhipClient, type WhipAnswer } from './whip-client.ts'

test('those who have waited in vain for an SFU are not kept until it is up', async () => {
  const clock = fakeClock()
  const cancelled = vi.fn()
  let answer: WhipAnswer = { ok: false, reason: 'connect ECONNREFUSED' }
  const publication = startPublication({
    id: 'p1',
    scene: { id: '1', name: 'Nar 01', brand: 'nar', game: 'classic5' },
    right: () => 'watch',
    url: 'https://sfu.example/whip/1',
    engine: {
      publish: async () => ({ id: 'peer', offer: 'offer' }),
      accept: async () => ({ ok: true }),
      close() {},
      onClosed: () => () => {},
    },
    whip: { publish: async () => answer, end: async () => {}, viewers: async () => 0 },
    tokens: createSfuTokens('a-secret-of-twenty-four-characters', clock.now),
    clock: {
      ...clock,
      after(ms, work) {
        const cancel = clock.after(ms, work)
        return () => {
          cancelled(ms)
          cancel()
        }
      },
    },
    random: () => 1,
    log() {},
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const early = [4001, 4002].map((ms) => publication.isUp(ms))
  await settle()
  clock.advance(4002)
  expect(await Promise.all(early)).toEqual([false, false])
  cancelled.mockClear()
  answer = { ok: true, answer: 'answer', resource: { url: 'https://sfu.example/whip/1/r', viewersUrl: '' } }
  const late = publication.isUp(10_003)
  await vi.waitFor(async () => {
    clock.advance(1000)
    await settle()
    expect(cancelled).toHaveBeenCalled()
  })
  expect(await late).toBe(true)
  expect(cancelled.mock.calls).toEqual([[10_003]])
  await publication.end()
})

test.each([
  [201, { location: 'session' }, ['POST /whip/1', 'DELETE /whip/session']],
  [
    200,
    { location: '/s/1', 'content-type': 'application/sdp; charset=utf-8' },
    ['POST /whip/1', 'DELETE /s/1'],
  ],
  [202, {}, ['POST /whip/1']],
])(
  'an SFU answers %i with the headers %j, and its resource is ended if it is named',
  async (status, headers, sent) => {
    const requests: string[] = []
    const whip = createWhipClient(async (url, init) => {
      requests.push(`${init?.method} ${new URL(String(url)).pathname}`)
      return new Response('v=0', { status, headers })
    })
    const answer = await whip.publish('https://sfu.example/whip/1', 'token', 'offer')
    expect(answer).toMatchObject({ ok: true, answer: 'v=0' })
    if (answer.ok) await whip.end(answer.resource, 'token')
    expect(requests).toEqual(sent)
  },
)
