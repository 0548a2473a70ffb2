import { connect } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { noFloor, PASSWORD, START_MS, testServer } from '../testing/http/server.ts'
import { serverOfFile } from '../testing/http/server-of-file.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
let port: number

const server = serverOfFile(noFloor)
beforeAll(async () => {
  server.app.get('/broken', async () => {
    throw new Error('select * from secrets')
  })
  await server.addPlayer('careful')
  port = Number(new URL(await server.app.listen({ port: 0, host: '127.0.0.1' })).port)
})

describe('invalid input is answered with a code', () => {
  test.each([
    ['malformed JSON', '{"username": "careful", "password": "hunter2', JSON_TYPE, 400, 40000],
    ['an empty body', '', JSON_TYPE, 400, 40000],
    ['another type', '<login/>', { 'content-type': 'text/xml' }, 415, 40000],
    ['a poisoned prototype', '{"__proto__": {"admin": true}}', JSON_TYPE, 400, 40000],
    ['a body that is too large', JSON.stringify({ username: 'x'.repeat(70_000) }), JSON_TYPE, 413, 60012],
  ])('%s', async (_, payload, headers, status, code) => {
    const answer = await server.call('POST', '/api/login', { payload, headers })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(Object.keys(answer.body)).toEqual(['code', 'ErrorMessage', 'params'])
  })

  test.each([
    ['a control character in a name', 'POST', '/api/login', { username: 'care\0ful', password: PASSWORD }],
    ['a line feed in a name', 'POST', '/api/login', { username: 'care\nful', password: PASSWORD }],
    ['a NUL in an id', 'POST', '/api/player/logins/end', { id: '\0' }],
    ['half a surrogate pair in an id', 'POST', '/api/player/logins/end', { id: '\ud800' }],
    ['a NUL in a query', 'GET', '/api/chat/get-chat?contactId=%00', undefined],
    ['a machine beyond 32 bits', 'GET', '/api/player/spins?machineId=2147483648', undefined],
    ['a machine beyond 64 bits', 'GET', '/api/player/spins?machineId=99999999999999999999', undefined],
  ] as const)('%s, and the log has no stack', async (_, method, url, payload) => {
    const token = await server.logIn('careful')
    server.log.length = 0
    const { status, body } = await server.call(method, url, { token, ...(payload && { payload }) })
    expect([status, body.code]).toEqual([400, 40000])
    expect(server.log.join('')).not.toContain('stack')
  })

  test.each([
    ['GET', '/api/nothing', 404, 60013],
    ['GET', '/api/login', 404, 60013],
    ['POST', '/check', 404, 60013],
    ['GET', '/%ff', 400, 40000],
    ['GET', '/api/machine/%', 400, 40000],
    ['GET', `/api/machine/${'9'.repeat(500)}`, 414, 40000],
  ] as const)('%s %s', async (method, url, status, code) => {
    const answer = await server.call(method, url)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('a server error reveals no cause', async () => {
    const { status, body } = await server.call('GET', '/broken')
    expect([status, body]).toEqual([
      500,
      { code: 60014, ErrorMessage: 'Something went wrong on our side', params: {} },
    ])
    expect(server.log.join('')).toContain('select * from secrets')
  })

  test('a connection that is not HTTP is closed without effect on others', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.end('this is no request\r\n\r\n')
    const answer = await new Promise<string>((resolve) => {
      let text = ''
      socket.on('data', (chunk) => (text += chunk))
      socket.on('close', () => resolve(text))
    })
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect((await server.call('GET', '/check')).status).toBe(200)
  })
})

test(
  '/validate returns the hash of a PIN: it is limited to three times the logins',
  async () => {
    const limited = await testServer(noFloor, { limits: { calls: 1000, logins: 2 } })
    await limited.addPlayer('hurried')
    const token = await limited.logIn('hurried')
    const validate = () => limited.call('GET', '/api/validate', { token })
    for (let i = 0; i < 6; i += 1) expect((await validate()).status).toBe(200)
    const { status, headers, body } = await validate()
    expect([status, body.code]).toEqual([429, 60011])
    expect(Number(headers['retry-after'])).toBeGreaterThan(50)
    expect((await limited.call('GET', '/api/player/balance', { token })).status).toBe(200)
    await limited.close()
  },
  START_MS,
)

test('the log contains no token, password, query or body', async () => {
  server.log.length = 0
  const token = await server.logIn('careful')
  const base = `http://127.0.0.1:${port}`
  const headers = { authorization: `Bearer ${token}` }
  const post = (url: string, body: string) =>
    fetch(base + url, { method: 'POST', body, headers: { ...headers, ...JSON_TYPE } })
  await fetch(`${base}/api/player/balance?token=${token}&probe=QUERY-1`, { headers })
  await fetch(`${base}/lobby?token=${token}&probe=QUERY-2`, { headers: { accept: 'text/html' } })
  await fetch(`${base}/${token}`)
  await fetch(`${base}/%ff?token=${token}`)
  await fetch(`${base}/broken?token=${token}`)
  await post('/api/login', JSON.stringify({ username: 'careful', password: 'BODY-1-wrong' }))
  await post('/api/login', '{"username": "careful", "password": "BODY-2-malformed')
  await post('/api/player/password', JSON.stringify({ old_password: PASSWORD, new_password: 'BODY-3' }))
  await post('/api/player/logout', '{}')
  const log = server.log.join('')
  expect(log).toContain('/api/player/balance')
  expect(log).toContain('"statusCode":403')
  expect(log).not.toContain(token)
  expect(log).not.toContain(token.split('.')[2])
  expect(log).not.toMatch(/eyJ|QUERY-|BODY-|token=/)
  expect(log).not.toContain(PASSWORD)
})
