import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LinkAnswer, LinkQuestion, LinkState } from '../../src/contract/phone-login.ts'
import { isPossible, startTestCluster, type TestCluster } from '../testing/cluster/cluster.ts'

/* A kiosk and the player's phone are connected to different processes. */

let cluster: TestCluster
beforeAll(async () => {
  if (isPossible)
    cluster = await startTestCluster({ FLOOR_MACHINES: '6', KIOSK_VENUES: '127.0.0.0/8 Bosfor' })
}, 120_000)
afterAll(async () => {
  if (isPossible) await cluster?.stop()
}, 30_000)

async function post<S extends v.GenericSchema>(
  schema: S,
  place: number,
  path: string,
  body: object,
  token = '',
): Promise<v.InferOutput<S>> {
  const answer = await fetch(`${cluster.nodes[place]?.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  return v.parse(schema, await answer.json())
}

test.skipIf(!isPossible).each([
  [0, 1],
  [1, 0],
])('a kiosk at process %i and a phone at process %i', async (kiosk, phone) => {
  const { id, token } = await cluster.logIn()
  const { code, secret } = await post(LinkAnswer, kiosk, '/login/link', { screen: '7' })
  expect(await post(LinkQuestion, phone, '/player/link', { code }, token)).toMatchObject({
    venue: 'Bosfor',
    screen: '7',
  })
  const decide = (place: number) =>
    post(v.looseObject({}), place, '/player/link/answer', { code, accept: true }, token)
  const answers = await Promise.all([decide(phone), decide(kiosk)])
  expect(answers.filter(({ status }) => status === true)).toHaveLength(1)
  const poll = (place: number) => post(LinkState, place, '/login/link/state', { secret })
  const states = await Promise.all([poll(kiosk), poll(phone)])
  expect(states.map(({ state }) => state).sort()).toEqual(['confirmed', 'over'])
  expect(states.find(({ login }) => login)?.login?.id).toBe(id)
})

test.skipIf(!isPossible)(
  'a confirmation ends with its login, whose end is at the other process',
  async () => {
    const { token } = await cluster.logIn()
    const { code, secret } = await post(LinkAnswer, 0, '/login/link', {})
    await post(
      v.looseObject({ status: v.literal(true) }),
      0,
      '/player/link/answer',
      { code, accept: true },
      token,
    )
    await post(v.looseObject({ status: v.literal(true) }), 1, '/player/logout', {}, token)
    expect(await post(LinkState, 0, '/login/link/state', { secret })).toEqual({ state: 'over' })
  },
)
