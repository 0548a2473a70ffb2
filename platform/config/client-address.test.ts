import { connect } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientAddress, proxyMatcher } from './client-address.ts'

const isProxyRange = proxyMatcher(['loopback', '10.0.0.0/8'])
const app = fastify({ trustProxy: isProxyRange })
app.get('/', async (request) => [request.ip, clientAddress(request.raw, isProxyRange)])
const open = fastify()
open.get('/', async (request) => [request.ip, clientAddress(request.raw, proxyMatcher([]))])

beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

/** The client address as HTTP requests and sockets resolve it, over a real connection. */
async function ask(lines: string[]): Promise<unknown> {
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const socket = connect(port, '127.0.0.1')
  socket.end(['GET / HTTP/1.1', 'Host: x', 'Connection: close', ...lines, '', ''].join('\r\n'))
  let text = ''
  for await (const chunk of socket) text += chunk
  return JSON.parse(text.split('\r\n\r\n')[1] ?? '')
}

test.each([
  ['no proxy', [], '127.0.0.1'],
  ['one proxy', ['X-Forwarded-For: 203.0.113.7'], '203.0.113.7'],
  ['two proxies', ['X-Forwarded-For: 203.0.113.7, 10.1.1.1'], '203.0.113.7'],
  ['two headers', ['X-Forwarded-For: 203.0.113.7', 'X-Forwarded-For: 10.1.1.1'], '203.0.113.7'],
  ['IPv6 spelling of a proxy', ['X-Forwarded-For: 203.0.113.7, ::ffff:10.1.1.1'], '203.0.113.7'],
  ['what the client itself claims', ['X-Forwarded-For: 10.2.2.2, 198.51.100.9'], '198.51.100.9'],
  ['a claim that is no address', ['X-Forwarded-For: admin, 10.1.1.1'], 'admin'],
])('requests and sockets agree: %s', async (_, lines, ip) => {
  expect(await ask(lines)).toEqual([ip, ip])
})

test('trusts no proxy by default', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  expect((await open.inject({ url: '/', headers })).json()).toEqual(['127.0.0.1', '127.0.0.1'])
})
