import type { IncomingMessage } from 'node:http'
import { addressKey } from '../config/ip-addresses.ts'
import type { Clock } from '../lib/clock.ts'
import { createTokenBuckets } from '../lib/token-bucket.ts'
import type { RealtimeServer } from './sockets.ts'

type Connection = RealtimeServer['engine']['clients'][string]

/** Connections that an address may open: so many at once, as after a restart, and a second. */
const CONNECTIONS = { burst: 600, perSecond: 50 }
/** Rejected handshakes of an address. */
const FAILURES = { burst: 30, perSecond: 0.5 }
/** Handshakes of a connection, which can carry many: one is enough. */
const MAX_HANDSHAKES = 3
/**
 * Connections of an address without an authenticated socket; a handshake takes them a fraction of a second.
 */
const MAX_ANONYMOUS = 64

/** Limits what clients can do before they are authenticated. */
export interface ConnectLimits {
  /** Whether the address may open a connection: checked before the upgrade. */
  mayOpen(request: IncomingMessage): boolean
  /** Counts a connection as anonymous until `authenticated` or its end. */
  add(connection: Connection, request: IncomingMessage): void
  authenticated(connection: Connection): void
  /** Counts a handshake, and whether it may present a token: checked before the token is read. */
  mayTry(connection: Connection, request: IncomingMessage): boolean
  /** Counts a rejected token. */
  countFailure(request: IncomingMessage): void
}

export function createConnectLimits(
  clientOf: (request: IncomingMessage) => string,
  clock: Clock,
): ConnectLimits {
  const addressOf = (request: IncomingMessage) => addressKey(clientOf(request))
  const takeConnection = createTokenBuckets(CONNECTIONS)
  const takeFailure = createTokenBuckets(FAILURES)
  /** Addresses without failures left, until (ms since 1970). */
  const blocked = new Map<string, number>()
  const handshakes = new WeakMap<Connection, number>()
  const anonymous = new Map<string, Set<Connection>>()

  function remove(connection: Connection, address: string): void {
    const own = anonymous.get(address)
    own?.delete(connection)
    if (own?.size === 0) anonymous.delete(address)
  }
  const addresses = new WeakMap<Connection, string>()

  return {
    mayOpen(request) {
      const address = addressOf(request)
      if ((anonymous.get(address)?.size ?? 0) >= MAX_ANONYMOUS) return false
      return takeConnection(address, clock.now())
    },
    add(connection, request) {
      const address = addressOf(request)
      addresses.set(connection, address)
      anonymous.set(address, (anonymous.get(address) ?? new Set()).add(connection))
      connection.once('close', () => remove(connection, address))
    },
    authenticated(connection) {
      const address = addresses.get(connection)
      if (address !== undefined) remove(connection, address)
    },
    mayTry(connection, request) {
      // Counted at once, because handshakes may run in parallel.
      const count = (handshakes.get(connection) ?? 0) + 1
      handshakes.set(connection, count)
      if (count > MAX_HANDSHAKES) return false
      const address = addressOf(request)
      const until = blocked.get(address)
      if (until === undefined) return true
      if (until > clock.now()) return false
      blocked.delete(address)
      return true
    },
    countFailure(request) {
      const address = addressOf(request)
      if (!takeFailure(address, clock.now())) blocked.set(address, clock.now() + 1000 / FAILURES.perSecond)
    },
  }
}
