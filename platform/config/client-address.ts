import type { IncomingMessage } from 'node:http'
import { addressMatcher, readRange } from './ip-addresses.ts'
import { LINK_LOCAL, LOOPBACK, PRIVATE } from './special-addresses.ts'

/** The conventional names of proxy networks (those of proxy-addr). */
const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: LOOPBACK,
  linklocal: LINK_LOCAL,
  uniquelocal: PRIVATE,
}

/** Accepts an address, a range or a name of ranges. */
export const isProxyRange = (part: string): boolean =>
  Object.hasOwn(NAMED_RANGES, part) || readRange(part) !== undefined

/** Matches the proxies whose X-Forwarded-* headers are trusted; HTTP requests and sockets share it. */
export function proxyMatcher(proxies: readonly string[]): (address: string) => boolean {
  return addressMatcher(proxies.flatMap((part) => NAMED_RANGES[part] ?? part))
}

/**
 * The client's address: the peer's, or behind trusted proxies the last X-Forwarded-For entry that is not a
 * trusted proxy.
 */
export function clientAddress(request: IncomingMessage, isTrusted: (address: string) => boolean): string {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  const hops = forwarded.split(',').map((part) => part.trim())
  let address = request.socket.remoteAddress ?? ''
  while (isTrusted(address)) {
    const next = hops.pop()
    if (!next) break
    address = next
  }
  return address
}
