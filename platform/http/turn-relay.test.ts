import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Coturn, startCoturn, turnObstacle } from '../testing/http/coturn.ts'
import { createIceServers } from './ice-servers.ts'

/* A player's TURN credential at a real TURN server with the configuration of docs/operator/deploy. */

const SECRET = 'the-secret-that-both-share'
const TOKEN_MS = 60_000
const TIMEOUT_MS = 20_000

let turn: Coturn
beforeAll(async () => {
  if (!turnObstacle) turn = await startCoturn(SECRET)
}, 30_000)
afterAll(() => turn?.close())

const hostOf = () => /^turn:([^:]+):(\d+)/.exec(turn.url('udp'))?.slice(1) ?? []

/** Opens a relay to `peer` by the credential of a token; resolves to what coturn's own client prints. */
async function relayTo(peer: string, untilToken: number): Promise<string> {
  const [host = '', port = ''] = hostOf()
  const servers = createIceServers(
    { urls: [turn.url('udp')], turnSecret: SECRET, ttlSeconds: 43_200 },
    Date.now,
  )('7', untilToken)
  const { username = '', credential = '' } = servers[0] ?? {}
  const args = ['-v', '-c', '-n', '1', '-p', port, '-u', username, '-w', credential, '-e', peer, host]
  const client = spawn('turnutils_uclient', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const ended = new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, TIMEOUT_MS)
    const onText = (chunk: Buffer) => {
      output += chunk
      // It would wait for an answer of the peer.
      if (/Total connect time/.test(output)) resolve()
    }
    client.stdout.on('data', onText)
    client.stderr.on('data', onText)
    client.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
  await ended
  client.kill('SIGKILL')
  return output
}

describe.skipIf(turnObstacle)('a relay', { timeout: 2 * TIMEOUT_MS }, () => {
  test('opens to the video server', async () => {
    const output = await relayTo(hostOf()[0] ?? '', Date.now() + TOKEN_MS)
    expect(output).toContain('channel bind sent')
    expect(output).not.toContain('error')
  })

  test.each(['127.0.0.1', '10.0.0.1', '203.0.113.9'])('opens to no other address: %s', async (peer) => {
    expect(await relayTo(peer, Date.now() + TOKEN_MS)).toContain('error 403 (Forbidden IP)')
  })

  test('does not open once the token of the credential has expired', async () => {
    const output = await relayTo(hostOf()[0] ?? '', Date.now() - 1000)
    expect(output).not.toContain('Received relay addr')
  })
})
