import { networkInterfaces } from 'node:os'
import type { Config } from './config.ts'
import { addressMatcher, readAddress } from './ip-addresses.ts'
import { LINK_LOCAL, LOOPBACK, NOT_PUBLIC } from './special-addresses.ts'

/** Addresses through which no viewer reaches this machine. */
const isLocal = addressMatcher([...LOOPBACK, ...LINK_LOCAL])
const isLoopback = addressMatcher(LOOPBACK)
const isPrivate = addressMatcher(NOT_PUBLIC)

type Interfaces = ReturnType<typeof networkInterfaces>

/**
 * The addresses at which the video is published, and the private networks of viewers. By default both follow
 * HOST, whose address is known to clients anyway. With a loopback address, as behind a proxy, the machine's
 * private addresses are published in the demo only. A public address replaces those of its IP version.
 */
export function videoAddresses(
  { host, demo, video }: Pick<Config, 'host' | 'demo' | 'video'>,
  interfaces: Interfaces = networkInterfaces(),
): { addresses: readonly string[]; networks: readonly string[] } {
  const own = Object.values(interfaces)
    .flatMap((found) => found ?? [])
    .filter(({ address }) => !isLocal(address))
  const specific = readAddress(host)?.address
  const isWildcard = specific === '0.0.0.0' || specific === '::'
  const isBehindProxy = host === 'localhost' || (specific !== undefined && isLoopback(specific))
  const isIPv6 = video.publicAddress?.includes(':')
  const listening = own.filter(({ address }) => {
    if (isIPv6 !== undefined && address.includes(':') !== isIPv6) return false
    if (isWildcard || (isBehindProxy && (demo || video.publicAddress))) return true
    if (isBehindProxy) return !isPrivate(address)
    return specific === undefined || readAddress(address)?.address === specific
  })
  return {
    addresses: video.addresses ?? listening.map(({ address }) => address),
    networks: [
      ...video.networks,
      ...(isBehindProxy && !demo ? [] : listening.flatMap(({ cidr }) => cidr ?? [])),
    ],
  }
}
