import type { IncomingMessage } from 'node:http'
import { addressMatcher, readRange } from './ip-addresses.ts'

/** The names that are usual for whole kinds of networks. */
const NAMED_RANGES: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** May this stand in a list of proxies: an address, a range or a name for some? */
export const isProxyRange = (part: string): boolean =>
  Object.hasOwn(NAMED_RANGES, part) || readRange(part) !== undefined

/** Whose X-Forwarded-* headers are believed. One function for the calls and the sockets, so that they agree. */
export function proxyMatcher(proxies: readonly string[]): (address: string) => boolean {
  return addressMatcher(proxies.flatMap((part) => NAMED_RANGES[part] ?? part))
}

/** Where a request comes from: who connected, unless that is a proxy which is believed to say for whom. */
export function clientAddress(request: IncomingMessage, isTrusted: (address: string) => boolean): string {
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',')
  const through = forwarded.split(',').map((part) => part.trim())
  let address = request.socket.remoteAddress ?? ''
  while (isTrusted(address)) {
    const next = through.pop()
    if (!next) break
    address = next
  }
  return address
}
