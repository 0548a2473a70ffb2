import { BlockList, isIP, SocketAddress } from 'node:net'

/** A normalized address; an IPv4-mapped IPv6 address (::ffff:…) becomes IPv4. */
export interface IpAddress {
  readonly address: string
  readonly family: 'ipv4' | 'ipv6'
}

/** Addresses that share their first `prefix` bits. */
export interface AddressRange extends IpAddress {
  readonly prefix: number
}

export const BITS = { ipv4: 32, ipv6: 128 } as const
/** The number of bits before the IPv4 address in a mapped one. */
const MAPPED_BITS = 96

/** Parses an address; undefined if invalid. */
export function readAddress(text: string): IpAddress | undefined {
  const [bare = ''] = text.trim().split('%', 1)
  if (isIP(bare) === 4) return { address: bare, family: 'ipv4' }
  if (isIP(bare) !== 6) return undefined
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? []
  return mapped ? { address: mapped, family: 'ipv4' } : { address, family: 'ipv6' }
}

/**
 * Parses a client's address. In X-Forwarded-For some proxies, such as Azure's Application Gateway, add the
 * port, by which each connection would be another client.
 */
export function readClientAddress(text: string): IpAddress | undefined {
  const [, address = text] =
    /^([\d.]+):\d{1,5}$/.exec(text.trim()) ?? /^\[([^\]]+)\](?::\d{1,5})?$/.exec(text.trim()) ?? []
  return readAddress(address)
}

/** Parses an address or a range such as 10.0.0.0/8; undefined if invalid. */
export function readRange(text: string): AddressRange | undefined {
  const [, written = '', length] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const found = readAddress(written)
  if (!found) return undefined
  const bits = BITS[found.family]
  const isMapped = found.family === 'ipv4' && written.includes(':')
  const prefix = length === undefined ? bits : Number(length) - (isMapped ? MAPPED_BITS : 0)
  return prefix >= 0 && prefix <= bits ? { ...found, prefix } : undefined
}

/** Normalizes an address for display and storage; invalid text is returned unchanged. */
export const normalizeAddress = (ip: string): string => readClientAddress(ip)?.address ?? ip

/** The first `count` of the eight groups of a normalized IPv6 address. */
function groupsOf(address: string, count: number): string {
  const [head = '', tail = ''] = address.split('::')
  const groups = (part: string) => part.split(':').filter(Boolean)
  const zeros = Array<string>(8 - groups(head).length - groups(tail).length).fill('0')
  return [...groups(head), ...zeros, ...groups(tail)].slice(0, count).join(':')
}

/**
 * The network that a provider assigns to one customer: /24 of IPv4, /48 of IPv6. An unreadable text is a
 * network of its own.
 */
export function networkOf(ip: string): string {
  const found = readClientAddress(ip)
  if (!found) return ip
  if (found.family === 'ipv4') return found.address.split('.').slice(0, 3).join('.')
  return groupsOf(found.address, 3)
}

/**
 * The key of every counter by address: an IPv4 address, or the /64 of an IPv6 one, because a device can use
 * all addresses of its /64. An unreadable text is a key of its own.
 */
export function addressKey(ip: string): string {
  const found = readClientAddress(ip)
  if (!found) return ip
  return found.family === 'ipv4' ? found.address : groupsOf(found.address, 4)
}

/**
 * Matches addresses in the given ranges; invalid ranges were rejected with the configuration and are skipped.
 */
export function addressMatcher(ranges: readonly string[]): (ip: string) => boolean {
  // One list per family: in a single one ::/0 would match IPv4 addresses.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const text of ranges) {
    const range = readRange(text)
    if (range) lists[range.family].addSubnet(range.address, range.prefix, range.family)
  }
  return (ip) => {
    const found = readClientAddress(ip)
    return found !== undefined && lists[found.family].check(found.address, found.family)
  }
}

/**
 * Denies `deny`, and if `allow` is not empty everything outside it. With any rule, an unreadable address is
 * denied.
 */
export function addressFilter({ allow, deny }: { allow: readonly string[]; deny: readonly string[] }) {
  const allowed = addressMatcher(allow)
  const denied = addressMatcher(deny)
  return (ip: string): boolean => {
    if (allow.length + deny.length === 0) return true
    if (!readClientAddress(ip) || denied(ip)) return false
    return allow.length === 0 || allowed(ip)
  }
}
