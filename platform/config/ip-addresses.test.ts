import { describe, expect, test } from 'vitest'
import { addressFilter, addressKey, networkOf, normalizeAddress, readRange } from './ip-addresses.ts'

describe('the address filter', () => {
  const anyone = addressFilter({ allow: [], deny: [] })
  const house = addressFilter({
    allow: ['10.0.0.0/8', '203.0.113.7', '2001:db8::/32'],
    deny: ['10.6.6.0/24'],
  })
  const elsewhere = addressFilter({ allow: [], deny: ['198.51.100.0/24', '2001:db8:bad::/48'] })

  test.each([
    ['10.1.2.3', true],
    ['::ffff:10.1.2.3', true],
    ['::ffff:a01:203', true],
    ['0:0:0:0:0:ffff:10.1.2.3', true],
    ['203.0.113.7', true],
    ['203.0.113.8', false],
    ['203.0.113.7:51324', true],
    ['203.0.113.8:51324', false],
    ['2001:DB8::1', true],
    ['2001:db8::1%eth0', true],
    ['2001:db9::1', false],
    ['10.6.6.6', false],
    ['::ffff:10.6.6.6', false],
    ['11.0.0.0', false],
    ['', false],
    ['unknown', false],
    ['10.1.2.3.4', false],
    ['10.1.2.3, 11.0.0.0', false],
  ])('allow list with exceptions: %s %s', (ip, may) => {
    expect(house(ip)).toBe(may)
  })

  test.each([
    ['198.51.100.9', false],
    ['::ffff:198.51.100.9', false],
    ['2001:db8:bad::1', false],
    ['198.51.101.9', true],
    ['2001:db8::1', true],
    ['unknown', false],
  ])('deny list only: %s %s', (ip, may) => {
    expect(elsewhere(ip)).toBe(may)
  })

  test('permits everything without a rule, also an unreadable address', () => {
    for (const ip of ['10.1.2.3', '::1', 'unknown', '']) expect(anyone(ip)).toBe(true)
  })

  test('an IPv4-mapped range matches IPv4 addresses', () => {
    const mapped = addressFilter({ allow: ['::ffff:10.0.0.0/104'], deny: [] })
    expect([mapped('10.9.9.9'), mapped('::ffff:10.9.9.9'), mapped('11.0.0.0')]).toEqual([true, true, false])
  })

  test('ranges match addresses of their own family only', () => {
    const noSix = addressFilter({ allow: [], deny: ['::/0'] })
    expect([noSix('2001:db8::1'), noSix('10.1.2.3'), noSix('::ffff:10.1.2.3')]).toEqual([false, true, true])
  })
})

test.each([
  '',
  'localhost',
  '10.0.0',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/-1',
  '10.0.0.0/8/8',
  '::1/129',
  '::ffff:10.0.0.0/90',
  '10.0.0.256',
  '10.0.0.1:80',
])('rejects "%s" as a range', (text) => {
  expect(readRange(text)).toBeUndefined()
})

test.each([
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['192.0.2.1', '192.0.2.1'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['192.0.2.1:51324', '192.0.2.1'],
  ['[2001:DB8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['unknown', 'unknown'],
])('normalizes %s to %s', (ip, shown) => {
  expect(normalizeAddress(ip)).toBe(shown)
})

test.each([
  ['192.0.2.7', '192.0.2'],
  ['::ffff:192.0.2.7', '192.0.2'],
  ['2001:db8:7:1::9', '2001:db8:7'],
  ['2001:db8::9', '2001:db8:0'],
  ['192.0.2.7:51324', '192.0.2'],
  ['::1', '0:0:0'],
  ['unknown', 'unknown'],
])('the network of %s is %s', (ip, network) => expect(networkOf(ip)).toBe(network))

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:7:1::9', '2001:db8:7:1'],
  ['2001:db8:7:1:ffff:ffff:ffff:ffff', '2001:db8:7:1'],
  ['2001:db8:7:2::9', '2001:db8:7:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  // Some proxies name the client's port, which is another one for each connection.
  ['192.0.2.7:51324', '192.0.2.7'],
  ['[2001:db8:7:1::9]:51324', '2001:db8:7:1'],
  ['[2001:db8:7:1::9]', '2001:db8:7:1'],
  ['192.0.2.7:', '192.0.2.7:'],
  ['unknown', 'unknown'],
])('the counters of %s are those of %s', (ip, key) => expect(addressKey(ip)).toBe(key))
