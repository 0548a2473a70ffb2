import type { IncomingMessage } from 'node:http'
import { addressKey } from '../config/ip-addresses.ts'
import type { Clock } from '../lib/clock.ts'
import { createTokenBuckets } from '../lib/token-bucket.ts'

interface Connection {
  once(event: 'close', listener: () => void): unknown
  close(): unknown
}

/** Connections that an address may open: so many at once, as after a restart of a venue, and a second. */
const CONNECTIONS = { burst: 600, perSecond: 200 }
/** Handshakes of a connection, which can carry many: one is enough. */
const MAX_HANDSHAKES = 3
/** Verified handshakes of a login: a page opens two sockets, and again after each loss of its connection. */
const HANDSHAKES = { burst: 60, perSecond: 5 }
/** Anonymous connections of an address, and of all. Those of a burst have room. */
const MAX_ANONYMOUS = { address: 600, total: 4096 }
/** How long a connection may be anonymous, ms: its token follows one round trip after its opening. */
const ANONYMOUS_MS = 3000

/** Limits what clients can do before they are authenticated. */
export interface ConnectLimits {
  /** Whether the address may open a connection: checked before the upgrade. */
  mayOpen(request: IncomingMessage): boolean
  /**
   * Counts a connection as anonymous until `recognize` or its end. The oldest anonymous one makes room for
   * it, so that silent connections keep nobody out.
   */
  add(connection: Connection, request: IncomingMessage): void
  /** The connection presented a token with a valid signature. */
  recognize(connection: Connection): void
  /** Counts a handshake, and whether it may present a token. */
  mayTry(connection: Connection): boolean
  /**
   * Whether a token of this login may be verified, which reads the database. Counts by login, because tokens
   * of others must not keep a player out.
   */
  mayVerify(loginId: string): boolean
}

export function createConnectLimits(
  clientOf: (request: IncomingMessage) => string,
  clock: Clock,
  maxAnonymous = MAX_ANONYMOUS,
): ConnectLimits {
  const addressOf = (request: IncomingMessage) => addressKey(clientOf(request))
  const connections = createTokenBuckets(CONNECTIONS)
  const verifications = createTokenBuckets(HANDSHAKES)
  const handshakes = new WeakMap<Connection, number>()
  /** Anonymous connections, the oldest first, with the functions that end their being anonymous. */
  const anonymous = new Map<Connection, () => void>()
  const byAddress = new Map<string, Set<Connection>>()

  const recognize = (connection: Connection) => anonymous.get(connection)?.()

  function evict(connections: { keys(): Iterable<Connection>; size: number }, max: number): void {
    if (connections.size <= max) return
    const [oldest] = connections.keys()
    if (!oldest) return
    recognize(oldest)
    oldest.close()
  }

  return {
    mayOpen: (request) => connections.take(addressOf(request), clock.steady()),
    add(connection, request) {
      const address = addressOf(request)
      const own = byAddress.get(address) ?? new Set()
      byAddress.set(address, own.add(connection))
      const cancel = clock.after(ANONYMOUS_MS, () => connection.close())
      anonymous.set(connection, () => {
        cancel()
        anonymous.delete(connection)
        own.delete(connection)
        if (own.size === 0) byAddress.delete(address)
      })
      connection.once('close', () => recognize(connection))
      evict(own, maxAnonymous.address)
      evict(anonymous, maxAnonymous.total)
    },
    recognize,
    mayTry(connection) {
      // Counted at once, because handshakes may run in parallel.
      const count = (handshakes.get(connection) ?? 0) + 1
      handshakes.set(connection, count)
      return count <= MAX_HANDSHAKES
    },
    mayVerify: (loginId) => verifications.take(loginId, clock.steady()),
  }
}
