import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { io } from 'socket.io-client'
import { expect, test, vi } from 'vitest'
import { startExample } from '../platform/testing/example.ts'
import { DEFAULT_ALLOWANCE_CENTS } from './options.ts'
import { exitCodeOf } from './report/findings.ts'
import { findingsOf } from './testing/kit.ts'

const TIMEOUT_MS = 120_000
vi.setConfig({ testTimeout: TIMEOUT_MS })
const folder = new URL('../docs/examples/operator-server/', import.meta.url)
const read = (file: string, base = folder) => readFileSync(new URL(file, base), 'utf8')

test('the documented command needs no options beyond the player to end with 0', async () => {
  const { address, stop } = await startExample('operator-server', { SPIN_MS: '400' })
  const server = {
    ...{ apiUrl: `${address}/api`, machineUrl: address, notificationUrl: address },
    socketToken: 'query',
  }
  const anna = { username: 'anna', password: 'anna-1234' }
  const findings = await findingsOf(address, anna, server, DEFAULT_ALLOWANCE_CENTS).finally(stop)
  expect(exitCodeOf(findings)).toBe(0)
  expect(findings.filter(({ status }) => status === 'left out').map(({ title }) => title)).toEqual([
    'a load above the wallet is refused',
  ])
})

test.each([
  ['', {}],
  [', where a cash-out also ends the visit', { CASH_OUT_ENDS_VISIT: '1' }],
])('the kit finds no fault in the server of the specification alone%s', async (_, env) => {
  const { address, stop } = await startExample('specification-server', env)
  const server = { apiUrl: address, machineUrl: address, notificationUrl: address, socketToken: 'query' }
  const anna = { username: 'anna', password: 'anna-1234' }
  const findings = await findingsOf('https://play.example', anna, server).finally(stop)
  expect(findings.filter(({ status }) => status === 'wrong' || status === 'unchecked')).toEqual([])
  expect(findings).toContainEqual(
    expect.objectContaining({ title: 'a cashout is carried out', status: 'holds' }),
  )
})

test.each(['operator-server', 'specification-server'])(
  'the %s outlives requests whose connection fails',
  async (name) => {
    const { address, stop } = await startExample(name)
    const { hostname, port } = new URL(address)
    try {
      for (const request of [
        'GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
        'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{',
        'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{',
      ]) {
        const client = connect(Number(port), hostname)
        await once(client, 'connect')
        await new Promise((sent) => client.write(request, sent))
        client.resetAndDestroy()
        expect((await fetch(address)).status).toBeGreaterThan(0)
        expect((await fetch(address)).status).toBeGreaterThan(0)
      }
    } finally {
      await stop()
    }
  },
)

test.each(['operator-server', 'specification-server'])(
  'the %s outlives messages that it cannot read',
  async (name) => {
    const { address, stop } = await startExample(name)
    const noText = { toString: 1 }
    const send = (path: string, body: object, token = '') =>
      fetch(`${address}${name === 'operator-server' ? '/api' : ''}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    const options = { transports: ['websocket'], forceNew: true, reconnection: false }
    try {
      const login = await send('/login', { username: 'anna', password: 'anna-1234' })
      const { token } = Object(await login.json())
      const socket = io(address, { ...options, query: { token } })
      for (const event of ['init', 'load', 'cashout'])
        for (const given of [[], [null], [{ machineID: noText, requestId: noText, token }]])
          socket.emit(event, ...given)
      for (const request of [null, 'init', { machineID: noText, token }])
        expect(await socket.timeout(4000).emitWithAck('init', request)).toMatchObject({})
      expect((await send('/player/cancel', { machineId: noText }, token)).status).toBeGreaterThan(0)
      const stranger = io(address, { ...options, auth: { token: noText } })
      await new Promise((refused) => stranger.once('connect_error', refused))
      expect((await send('/login', { username: noText })).status).toBeGreaterThan(0)
      socket.close()
    } finally {
      await stop()
    }
  },
)

test('the example is one short file on two packages, of the versions that are tested here', () => {
  expect(read('server.mjs').split('\n').length).toBeLessThan(300)
  const { dependencies } = JSON.parse(read('package.json'))
  const project = JSON.parse(read('package.json', new URL('..', import.meta.url)))
  expect(Object.keys(dependencies).sort()).toEqual(['@roamhq/wrtc', 'socket.io'])
  for (const [name, version] of Object.entries(dependencies)) expect(project.dependencies[name]).toBe(version)
})
