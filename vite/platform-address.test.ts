import { expect, test } from 'vitest'
import { platformAddress } from './platform-address.ts'

test.each([
  [{}, 'http://127.0.0.1:8080'],
  [{ PORT: '', HOST: '' }, 'http://127.0.0.1:8080'],
  [{ PORT: '8090' }, 'http://127.0.0.1:8090'],
  [{ PORT: '8090', HOST: '0.0.0.0' }, 'http://127.0.0.1:8090'],
  [{ HOST: '192.168.1.5' }, 'http://192.168.1.5:8080'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
])('with %j Vite reaches the platform at %s', (env, address) => {
  expect(platformAddress(env)).toBe(address)
})

test('the proxy of the development server follows PORT', async () => {
  process.env.PORT = '8090'
  const { default: config } = await import('../vite.config.ts')
  expect(config.server?.proxy).toMatchObject({
    '/api': 'http://127.0.0.1:8090',
    '/socket.io': { target: 'http://127.0.0.1:8090', ws: true },
  })
  delete process.env.PORT
})
