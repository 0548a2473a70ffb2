import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Dispose } from '../../src/contract/result.ts'

/**
 * Destroys connections that fail after an upgrade request. Node.js takes its own `error` listener away before
 * `upgrade`, and an error without a listener, such as ECONNRESET, would end the process.
 */
export function handleUpgradeErrors(server: Server): Dispose {
  const onUpgrade = (_: unknown, socket: Duplex) => void socket.on('error', () => socket.destroy())
  server.prependListener('upgrade', onUpgrade)
  return () => void server.off('upgrade', onUpgrade)
}
