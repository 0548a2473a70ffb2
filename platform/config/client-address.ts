import type { IncomingMessage } from 'node:http'
import { addressMatcher, readRange } from './ip-addresses.ts'

/** The conventional names of proxy networks (those of proxy-addr). */
const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
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
