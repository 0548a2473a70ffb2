import { describe, expect, test } from 'vitest'
import { candidatePolicy } from './candidates.ts'

const policy = candidatePolicy({ networks: ['192.168.7.0/24', 'fd12::/16'], addresses: ['198.51.100.4'] })
const candidate = (address: string, port = 50_000, rest = 'typ host generation 0 network-cost 999') =>
  `candidate:842163049 1 udp 1677729535 ${address} ${port} ${rest}`

test.each(
  `203.0.113.7 2001:db8:1::7 8.8.8.8 198.17.255.255 198.20.0.1 192.0.1.1 2001:200::1 192.168.7.20
  fd12::9 ::ffff:203.0.113.7`.split(/\s+/),
)('packets may go to %s', (address) => expect(policy.accepts(candidate(address))).toBe(true))

test.each([
  ['this host', '127.0.0.1'],
  ['this host, by another form', '0.0.0.0'],
  ['this host, mapped', '::ffff:127.0.0.1'],
  ['this host, mapped in hex', '::ffff:7f00:1'],
  ['this host in IPv6', '::1'],
  ['a private network', '10.1.2.3'],
  ['another private network', '192.168.8.20'],
  ['a private network in IPv6', 'fd00::2'],
  ['a private network behind NAT64', '64:ff9b::a01:203'],
  ['a private network behind 6to4', '2002:a01:203::1'],
  ['a shared network', '100.64.1.1'],
  ['the metadata service', '169.254.169.254'],
  ['a link-local address', 'fe80::1'],
  ['a site-local address', 'fec0::1'],
  ['a network of protocols', '192.0.0.8'],
  ['a network of protocols in IPv6', '2001:1ff::1'],
  ['a tunnel', '2001::1'],
  ['a measurement', '198.18.0.1'],
  ['the rest of the measurements', '198.19.255.254'],
  ['a 6to4 relay', '192.88.99.1'],
  ['an address whose packets are discarded', '100::1'],
  ['an address of a dummy', '100:0:0:1::1'],
  ['a segment of a route', '5f00::1'],
  ['a private network, translated', '::ffff:0:a01:203'],
  ['a private network, compatible', '::a01:203'],
  ['a multicast group', '224.0.0.1'],
  ['a multicast group in IPv6', 'ff02::1'],
  ['a reserved address', '240.0.0.1'],
  ['everybody', '255.255.255.255'],
  ['a name', '4f1c0b1e-85f8-4b2e-9b60-8a3f0d0b4b8c.local'],
  ['another name', 'cafe'],
  ['half an address', '203.0.113'],
])('packets may not go to %s', (_, address) => expect(policy.accepts(candidate(address))).toBe(false))

test.each([
  'candidate:1 1 tcp 1518214911 203.0.113.7 9 typ host tcptype active',
  'candidate:1 1 TCP 1518214911 203.0.113.7 50000 typ host tcptype passive',
  candidate('203.0.113.7', 53),
  candidate('203.0.113.7', 65_536),
  candidate('203.0.113.7\u2028', 50_000),
  `${candidate('203.0.113.7')}\n`,
  '',
])('a candidate %j is rejected', (line) => expect(policy.accepts(line)).toBe(false))

describe('a description', () => {
  const sdp = (...candidates: string[]) =>
    ['v=0', 'm=video 50000 UDP/TLS/RTP/SAVPF 96', 'c=IN IP4 10.0.0.5', ...candidates, 'a=mid:0', ''].join(
      '\r\n',
    )

  test('of a viewer keeps the candidates that are accepted, and all are counted', () => {
    const good = `a=${candidate('203.0.113.7')}`
    const bad = [`a=${candidate('10.0.0.1')}`, 'a=candidate', 'a=candidate:nonsense']
    expect(policy.filterOffer(sdp(bad[0] ?? '', good, ...bad.slice(1)))).toEqual({ sdp: sdp(good), count: 4 })
  })

  test('of the server names published addresses only', () => {
    const published = `a=${candidate('198.51.100.4', 50_000, 'typ srflx raddr 10.0.0.5 rport 4711')}`
    const answer = policy.filterAnswer(
      sdp(
        published,
        `a=${candidate('10.0.0.5')}`,
        `a=${candidate('2001:db8::5')}`,
        'a=candidate:1 1 tcp 1518214911 198.51.100.4 9 typ host tcptype active',
      ),
    )
    expect(answer).toBe(
      sdp(published.replace('10.0.0.5 rport 4711', '0.0.0.0 rport 0')).replace('10.0.0.5', '0.0.0.0'),
    )
    expect(answer).not.toContain('10.0.0')
  })

  test('of the server names the public address once for each port, and no local one', () => {
    const nat = { networks: [], addresses: ['10.0.0.0/8', '2001:db8::/32'], publicAddress: '203.0.113.9' }
    const answer = candidatePolicy(nat).filterAnswer(
      sdp(
        `a=${candidate('10.0.0.5')}`,
        `a=${candidate('10.0.0.6')}`,
        `a=${candidate('10.0.0.6', 50_001)}`,
        `a=${candidate('192.168.0.5')}`,
        `a=${candidate('2001:db8::5')}`,
        'a=candidate:1 1 tcp 1518214911 10.0.0.5 9 typ host tcptype active',
      ),
    )
    expect(answer).toBe(
      sdp(`a=${candidate('203.0.113.9')}`, `a=${candidate('203.0.113.9', 50_001)}`).replace(
        '10.0.0.5',
        '0.0.0.0',
      ),
    )
  })
})
