import type { Candidate, Description, Peer } from './peer.ts'

const GATHERING_TIMEOUT_MS = 2000

/**
 * Sets the local description and resolves to its SDP with the gathered candidates. It waits until the peer
 * has gathered all of them, at most 2 s. It waits no longer than until `isGathered` holds for the SDP:
 * libwebrtc spends 100 ms more on candidates over TCP, which no answer has.
 *
 * Code must not read `peer.localDescription` before gathering is complete. The read formats the description
 * while a thread of libwebrtc adds candidates to it, which can end the process by a segmentation fault. Until
 * then this function adds the candidates of the events to the given description.
 */
export async function setLocalDescription(
  peer: Pick<
    Peer,
    | 'iceGatheringState'
    | 'localDescription'
    | 'setLocalDescription'
    | 'addEventListener'
    | 'removeEventListener'
  >,
  description: Description,
  isGathered: (sdp: string) => boolean = () => false,
): Promise<string> {
  let { sdp } = description
  const onCandidate = ({ candidate }: { candidate?: Candidate | null }) => {
    if (candidate) sdp = withCandidate(sdp, candidate)
  }
  peer.addEventListener('icecandidate', onCandidate)
  try {
    await peer.setLocalDescription(description)
    await waitForGathering(peer, () => isGathered(sdp))
    // The events of the last candidates may not have arrived yet.
    return peer.iceGatheringState === 'complete' ? (peer.localDescription?.sdp ?? sdp) : sdp
  } finally {
    peer.removeEventListener('icecandidate', onCandidate)
  }
}

const EVENTS = ['icecandidate', 'icegatheringstatechange'] as const

/**
 * Resolves when the peer has gathered all candidates, or enough of them, or after 2 s. An ICE restart waits
 * for all: until libwebrtc begins to gather anew, the state is still that of the gathering before.
 */
export async function waitForGathering(
  peer: Pick<Peer, 'iceGatheringState' | 'addEventListener' | 'removeEventListener'>,
  isEnough: () => boolean = () => false,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      for (const event of EVENTS) peer.removeEventListener(event, check)
      resolve()
    }
    const check = () => {
      if (peer.iceGatheringState === 'complete' || isEnough()) end()
    }
    const timer = setTimeout(end, GATHERING_TIMEOUT_MS)
    for (const event of EVENTS) peer.addEventListener(event, check)
    check()
  })
}

/**
 * A description with one more candidate, in the form and at the place that libwebrtc gives it. The candidate
 * is ignored if the description has it, or if its credentials are those before an ICE restart.
 */
export function withCandidate(sdp: string, candidate: Candidate): string {
  const line = `a=${candidate.candidate.replace(/ ufrag \S+/, '')}\r\n`
  const credentials = `a=ice-ufrag:${candidate.usernameFragment}\r\n`
  return sdp
    .split(/^(?=m=)/m)
    .map((section, at) =>
      // The session's own lines are before the first section.
      at - 1 !== candidate.sdpMLineIndex || !section.includes(credentials) || section.includes(line)
        ? section
        : withDefaultAddress(section.replace(credentials, () => line + credentials)),
    )
    .join('')
}

/** The types of candidates by how probably their address reaches the peer (RFC 8445, section 5.1.4). */
const REACH: Readonly<Record<string, number>> = { host: 1, srflx: 2, prflx: 2, relay: 3 }
const RTP_OVER_UDP = /^a=candidate:\S+ 1 udp \d+ (\S+) (\d+) typ (\w+)/gim

/** The section with the address and port of its best UDP candidate, which is one of IPv4 if it has any. */
function withDefaultAddress(section: string): string {
  let best = { rank: 0, address: '0.0.0.0', port: '9' }
  for (const [, address = '', port = '', type = ''] of section.matchAll(RTP_OVER_UDP)) {
    const rank = (REACH[type] ?? 0) + (address.includes(':') ? 0 : 10)
    if (rank > best.rank) best = { rank, address, port }
  }
  const family = best.address.includes(':') ? 6 : 4
  return section
    .replace(/^(m=\S+) \d+/, `$1 ${best.port}`)
    .replace(/^c=IN IP[46] \S+/m, `c=IN IP${family} ${best.address}`)
}
