import { afterAll, beforeAll } from 'vitest'
import { START_MS, type TestServer, testServer } from './server.ts'

/** For tests: a server for all tests of a file, which is closed after the last one. */
export function serverOfFile(...options: Parameters<typeof testServer>): TestServer {
  const server = {} as TestServer
  beforeAll(async () => void Object.assign(server, await testServer(...options)), START_MS)
  afterAll(() => server.close())
  return server
}
