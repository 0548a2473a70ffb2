import { networkInterfaces } from 'node:os'
import { addressMatcher, readAddress } from '../../config/ip-addresses.ts'
import { LINK_LOCAL, NOT_PUBLIC } from '../../config/special-addresses.ts'
import type { WorkerOptions } from '../protocol/ipc.ts'
import { isBundled } from './sdp.ts'

/*
 * Which addresses the worker sends packets to and tells viewers of. A viewer names the former itself, so
 * anything but UDP to a literal, public address is ignored: names (browsers hide their addresses behind
 * them), TCP, and the networks that the platform's machine can reach but the viewer should not. The viewer's
 * own packets are answered all the same.
 */

/** In the life of a peer: a browser sends some ten, and again for each ICE restart. */
export const MAX_CANDIDATES = 100

const isNotPublic = addressMatcher(NOT_PUBLIC)
/** Services of the system listen below; no peer does. */
const MIN_PORT = 1024

const CANDIDATE =
  /^candidate:[\w+/]+ [12] udp \d{1,10} ([\da-fA-F.:]+) (\d{1,5}) typ [a-z]+(?: [\x21-\x7e]+)*$/i

export interface CandidatePolicy {
  /**
   * Whether packets may be sent to a viewer's candidate, such as "candidate:1 1 udp 1 192.0.2.7 50000 typ
   * host".
   */
  accepts(candidate: string): boolean
  /** A viewer's offer without the candidates that are not accepted, and how many it had. */
  filterOffer(sdp: string): { sdp: string; count: number }
  /**
   * An answer with the server's published UDP candidates only, and no other address of the server. A public
   * address replaces theirs, if it is of their kind.
   */
  filterAnswer(sdp: string): string
  /**
   * Whether an answer has all the candidates that `filterAnswer` can keep: one of each own address that is
   * published. False where a server may add more, and where sections have transports of their own.
   */
  isGathered(sdp: string): boolean
}

const ownAddresses = () =>
  Object.values(networkInterfaces()).flatMap((found) => found?.map(({ address }) => address) ?? [])
const isLinkLocal = addressMatcher(LINK_LOCAL)

export function candidatePolicy(
  {
    networks,
    addresses,
    publicAddress,
    iceServers = [],
  }: Pick<WorkerOptions, 'networks' | 'addresses' | 'publicAddress'> &
    Partial<Pick<WorkerOptions, 'iceServers'>>,
  own: readonly string[] = ownAddresses(),
): CandidatePolicy {
  const isOwnNetwork = addressMatcher(networks)
  const isPublished = addressMatcher(addresses)

  function accepts(candidate: string): boolean {
    const [, address = '', port] = CANDIDATE.exec(candidate) ?? []
    if (!readAddress(address) || Number(port) < MIN_PORT || Number(port) > 65_535) return false
    return !isNotPublic(address) || isOwnNetwork(address)
  }
  const awaited = own.filter((address) => isPublished(address) && !isLinkLocal(address))
  const lineOf = (line: string) => /^a=(candidate:.*)$/.exec(line)?.[1]

  return {
    accepts,
    filterOffer(sdp) {
      const lines = sdp.split(/\r?\n/)
      const candidates = lines.filter((line) => line.startsWith('a=candidate'))
      const kept = lines.filter((line) => !line.startsWith('a=candidate') || accepts(lineOf(line) ?? ''))
      return { sdp: kept.join('\r\n'), count: candidates.length }
    },
    filterAnswer(sdp) {
      const endpoints = new Set<string>()
      const isKept = (line: string) => {
        if (!line.startsWith('a=candidate')) return true
        const [, address = '', port = ''] = CANDIDATE.exec(lineOf(line) ?? '') ?? []
        if (address === '' || !isPublished(address)) return false
        if (publicAddress === undefined) return true
        // Addresses that share a port are one endpoint at the public address.
        if (publicAddress.includes(':') !== address.includes(':') || endpoints.has(port)) return false
        endpoints.add(port)
        return true
      }
      const announce = (line: string) =>
        publicAddress ? line.replace(/^(a=candidate:\S+ \d udp \d+ )\S+/i, `$1${publicAddress}`) : line
      return sdp
        .split(/\r?\n/)
        .filter(isKept)
        .map((line) =>
          announce(line)
            .replace(/^c=IN IP[46] \S+/, 'c=IN IP4 0.0.0.0')
            .replace(/ raddr \S+ rport \d+/, ' raddr 0.0.0.0 rport 0'),
        )
        .join('\r\n')
    },
    isGathered(sdp) {
      if (awaited.length === 0 || iceServers.length > 0 || !isBundled(sdp)) return false
      const gathered = sdp.split(/\r?\n/).map((line) => CANDIDATE.exec(lineOf(line) ?? '')?.[1])
      return awaited.every((address) => gathered.includes(address))
    },
  }
}
