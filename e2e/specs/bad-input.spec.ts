import { Code } from '../../src/contract/codes.ts'
import { ackCode, ask, codeOf, json, openSocket } from '../fixtures/api-client.ts'
import { expect, test } from '../fixtures/test.ts'

/*
 * Input that no correct app sends: the running platform refuses each with a code, moves nothing and does not
 * crash.
 */

let serial = 0
const requestId = () => `bad-input-${process.pid}-${serial++}`

test('malformed HTTP calls are refused with a code', async ({ platform, account }) => {
  const before = await account.balance()
  const token = account.token
  const bearer = (value: string) =>
    ask(platform, '/api/player/balance', { headers: { authorization: value } })
  const [head, body, signature] = token.split('.')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const refusals: [what: string, answer: Awaited<ReturnType<typeof ask>>, status: number, code: number][] = [
    ['no token', await ask(platform, '/api/player/balance'), 401, Code.badSignature],
    [
      'a token of another key',
      await bearer(`Bearer ${head}.${body}.${'A'.repeat(43)}`),
      401,
      Code.badSignature,
    ],
    ['a token without a signature', await bearer(`Bearer ${none}.${body}.`), 401, Code.badSignature],
    ['a token that is none', await bearer('Bearer amber'), 401, Code.badSignature],
    ['another scheme', await bearer(`Basic ${signature}`), 401, Code.badSignature],
    [
      'a body that is no JSON',
      await ask(platform, '/api/login', { ...json(''), body: '{' }),
      400,
      Code.invalidRequest,
    ],
    [
      'a login of numbers',
      await ask(platform, '/api/login', json({ username: 1, password: 2 })),
      400,
      Code.invalidRequest,
    ],
    [
      'a body of a megabyte',
      await ask(platform, '/api/login', json('x'.repeat(1_000_000))),
      413,
      Code.bodyTooLarge,
    ],
    [
      'an unknown machine',
      await account.post('/player/cancel', { machineId: '999999' }),
      404,
      Code.machineNotFound,
    ],
    [
      'a machine that is text',
      await account.post('/player/kick', { machineId: "1' or '1'='1" }),
      404,
      Code.machineNotFound,
    ],
    [
      'a machine that is a list',
      await account.post('/player/kick', { machineId: [1] }),
      400,
      Code.invalidRequest,
    ],
    ['an unknown call', await ask(platform, '/api/player/riches'), 404, Code.notFound],
    ['a file outside', await ask(platform, '/..%2f..%2fpackage.json'), 404, Code.notFound],
  ]
  for (const [what, answer, status, code] of refusals) {
    expect({ what, status: answer.status, code: codeOf(answer) }).toEqual({ what, status, code })
  }
  expect(await account.balance()).toBe(before)
})

test('malformed money commands move no money', async ({ platform, account }) => {
  const machine = await account.freeMachine()
  const before = await account.balance()
  const game = await openSocket(platform, account.token)
  expect(game.refused).toBeUndefined()
  const early = await game.request('spin', { requestId: requestId(), stake: 100 })
  expect(ackCode(early), 'a spin before init').toBeGreaterThan(0)
  const init = await game.request('init', { machineID: machine.id, token: account.token })
  expect(init).toMatchObject({ ok: true, machine: { id: machine.id } })

  const refused = async (what: string, name: string, payload: unknown, code: number) =>
    expect({ what, code: ackCode(await game.request(name, payload)) }).toEqual({ what, code })
  for (const amount of [-100, 0, 0.5, 1e300, Number.MAX_SAFE_INTEGER, '100', null, Number.NaN, [100], {}]) {
    await refused(`loads ${amount}`, 'load', { requestId: requestId(), amount }, Code.invalidRequest)
  }
  await refused(
    'loads more than there is',
    'load',
    { requestId: requestId(), amount: before + 1 },
    Code.balanceTooLow,
  )
  await refused('has no request id', 'load', { amount: 100 }, Code.invalidRequest)
  await refused(
    'has a request id of two letters',
    'load',
    { requestId: 'ab', amount: 100 },
    Code.invalidRequest,
  )
  await refused('sends text', 'spin', 'spin!', Code.invalidRequest)
  await refused('stakes an odd amount', 'spin', { requestId: requestId(), stake: 7 }, Code.stakeNotOffered)
  await refused('stakes without credit', 'spin', { requestId: requestId(), stake: 1000 }, Code.creditTooLow)
  await refused('cashes out nothing', 'cashout', { requestId: requestId() }, Code.nothingToCashOut)
  expect(await account.balance()).toBe(before)

  const same = requestId()
  expect(await game.request('load', { requestId: same, amount: 5000 })).toMatchObject({
    ok: true,
    balance: before - 5000,
  })
  expect(await game.request('load', { requestId: same, amount: 5000 })).toMatchObject({
    ok: true,
    balance: before - 5000,
  })
  await refused('uses a request id again', 'load', { requestId: same, amount: 6000 }, Code.requestIdReused)
  expect(await account.balance()).toBe(before - 5000)

  const out = requestId()
  expect(await game.request('cashout', { requestId: out })).toMatchObject({
    ok: true,
    amount: 5000,
    balance: before,
  })
  expect(await game.request('cashout', { requestId: out })).toMatchObject({
    ok: true,
    amount: 5000,
    balance: before,
  })
  await refused('cashes out twice', 'cashout', { requestId: requestId() }, Code.nothingToCashOut)
  expect(await account.balance()).toBe(before)

  // Unknown events and rubbish: the connection may end, the platform must not.
  game.socket.emit('riches', { amount: 1 })
  game.socket.emit('load')
  game.socket.emit('load', 'not a function')
  game.close()
  await account.post('/player/cancel', { machineId: machine.id })
  expect((await ask(platform, '/check')).status).toBe(200)
  expect(await account.balance()).toBe(before)
})

test("another player's machine and a broken token are refused on the sockets", async ({
  platform,
  account,
}) => {
  const machines = await account.machines()
  const game = await openSocket(platform, account.token)
  const init = (machineID: unknown, token: unknown = account.token) =>
    game.request('init', { machineID, token })
  const taken = machines.find(({ status }) => status === 'playing')
  if (taken) expect(ackCode(await init(taken.id))).toBe(Code.machineTaken)
  expect(ackCode(await init('999999'))).toBe(Code.machineNotFound)
  expect(ackCode(await init({}))).toBe(Code.invalidRequest)
  game.close()
  for (const token of ['', 'amber', `${account.token}x`, 'x'.repeat(10_000)]) {
    const socket = await openSocket(platform, token)
    expect(socket.refused, `token ${token.slice(0, 10)}`).toBe(Code.badSignature)
    socket.close()
  }
})

test('a body that is not an SDP offer opens no video', async ({ platform, account }) => {
  const [machine] = await account.machines()
  const offer = (body: string, type: string, id = machine?.id) =>
    ask(platform, `/whep/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': type },
      body,
    })
  expect((await offer('v=0', 'text/plain')).status).toBe(415)
  expect((await offer('not an offer', 'application/sdp')).status).toBeGreaterThanOrEqual(400)
  expect((await offer('not an offer', 'application/sdp')).status).toBeLessThan(500)
  expect((await offer('v=0\r\n', 'application/sdp', '999999')).status).toBe(404)
  expect((await offer('x'.repeat(200_000), 'application/sdp')).status).toBe(413)
  const anonymous = await ask(platform, `/whep/${machine?.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp' },
    body: 'v=0\r\n',
  })
  expect(anonymous.status).toBe(401)
  expect((await ask(platform, '/check')).status).toBe(200)
})
