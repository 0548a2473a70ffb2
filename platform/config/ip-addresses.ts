import { BlockList, isIP, SocketAddress } from 'node:net'

/** An address in its one spelling; an IPv4 address that came as IPv6 (::ffff:…) is the IPv4 address it stands for. */
export interface IpAddress {
  readonly address: string
  readonly family: 'ipv4' | 'ipv6'
}

/** Addresses that share their first `prefix` bits; a single address is a range of one. */
export interface AddressRange extends IpAddress {
  readonly prefix: number
}

const BITS = { ipv4: 32, ipv6: 128 } as const
/** The bits before the IPv4 address in a mapped one. */
const MAPPED_BITS = 96

/** Reads an address; undefined for text that is none. */
export function readAddress(text: string): IpAddress | undefined {
  const [bare = ''] = text.trim().split('%', 1)
  if (isIP(bare) === 4) return { address: bare, family: 'ipv4' }
  if (isIP(bare) !== 6) return undefined
  const { address } = new SocketAddress({ address: bare, family: 'ipv6' })
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address) ?? []
  return mapped ? { address: mapped, family: 'ipv4' } : { address, family: 'ipv6' }
}

/** Reads an address or a range such as 10.0.0.0/8; undefined for text that is neither. */
export function readRange(text: string): AddressRange | undefined {
  const [, written = '', length] = /^([^/]+?)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const found = readAddress(written)
  if (!found) return undefined
  const most = BITS[found.family]
  const isMapped = found.family === 'ipv4' && written.includes(':')
  const prefix = length === undefined ? most : Number(length) - (isMapped ? MAPPED_BITS : 0)
  return prefix >= 0 && prefix <= most ? { ...found, prefix } : undefined
}

/** An address as it is shown and written down; what is none stays as it came. */
export const normalizeAddress = (ip: string): string => readAddress(ip)?.address ?? ip

/** Is an address in one of these ranges? Text that is no range is skipped: whoever read the list has refused it. */
export function addressMatcher(ranges: readonly string[]): (ip: string) => boolean {
  // One a family: a single list would count IPv4 addresses among those of ::/0.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const text of ranges) {
    const range = readRange(text)
    if (range) lists[range.family].addSubnet(range.address, range.prefix, range.family)
  }
  return (ip) => {
    const found = readAddress(ip)
    return found !== undefined && lists[found.family].check(found.address, found.family)
  }
}

/**
 * The operator's rule: nobody of `deny`, and if `allow` names anybody, nobody else. Where there is a rule, an
 * address that can't be read is not permitted.
 */
export function addressFilter({ allow, deny }: { allow: readonly string[]; deny: readonly string[] }) {
  const allowed = addressMatcher(allow)
  const denied = addressMatcher(deny)
  return (ip: string): boolean => {
    if (allow.length + deny.length === 0) return true
    if (!readAddress(ip) || denied(ip)) return false
    return allow.length === 0 || allowed(ip)
  }
}
