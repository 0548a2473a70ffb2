import type { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { readConfig } from './read-config.ts'
import { videoAddresses } from './video-addresses.ts'

const card = (address: string, prefix: number) => ({
  ...{ address, netmask: '', mac: '', internal: false },
  ...(address.includes(':') ? { family: 'IPv6' as const, scopeid: 0 } : { family: 'IPv4' as const }),
  cidr: `${address}/${prefix}`,
})
const INTERFACES: ReturnType<typeof networkInterfaces> = {
  lo: [card('127.0.0.1', 8), card('::1', 128)],
  eth0: [card('198.51.100.4', 24), card('fe80::1', 64)],
  eth1: [card('10.0.0.5', 24)],
}
const at = (env: Record<string, string>, interfaces = INTERFACES) => {
  const read = readConfig(env)
  if (!read.ok) throw new Error(read.problem)
  return videoAddresses(read.config, interfaces)
}

test('video candidates have the address that the platform listens on', () => {
  const all = { addresses: ['198.51.100.4', '10.0.0.5'], networks: ['198.51.100.4/24', '10.0.0.5/24'] }
  expect(at({ DEMO: '0', HOST: '0.0.0.0' })).toEqual(all)
  expect(at({ DEMO: '0', HOST: '10.0.0.5' })).toEqual({ addresses: ['10.0.0.5'], networks: ['10.0.0.5/24'] })
  expect(at({ DEMO: '0', HOST: '198.51.100.4' }).addresses).toEqual(['198.51.100.4'])
  // The demo has no proxy.
  expect(at({})).toEqual(all)
})

test('behind a proxy private addresses and networks are configured by name', () => {
  expect(at({ DEMO: '0' })).toEqual({ addresses: ['198.51.100.4'], networks: [] })
  expect(at({ DEMO: '0', VIDEO_ADDRESSES: '10.0.0.5', VIDEO_NETWORKS: '10.0.0.0/8' })).toEqual({
    addresses: ['10.0.0.5'],
    networks: ['10.0.0.0/8'],
  })
  const others = ['100.64.0.5', '192.0.0.5', '198.18.0.5', 'fd00::5', 'fec0::5'].map((ip) => card(ip, 24))
  expect(at({ DEMO: '0' }, { eth0: others }).addresses).toEqual([])
})

test('a public address replaces the private ones of its IP version, also behind a proxy', () => {
  const VIDEO_PUBLIC_ADDRESS = '203.0.113.9'
  expect(at({ DEMO: '0', VIDEO_PUBLIC_ADDRESS }).addresses).toEqual(['198.51.100.4', '10.0.0.5'])
  expect(at({ DEMO: '0', HOST: '10.0.0.5', VIDEO_PUBLIC_ADDRESS }).addresses).toEqual(['10.0.0.5'])
  expect(at({ DEMO: '0', VIDEO_PUBLIC_ADDRESS, VIDEO_ADDRESSES: '10.0.0.5' }).addresses).toEqual(['10.0.0.5'])
  expect(at({ DEMO: '0', VIDEO_PUBLIC_ADDRESS: '2001:db8::9' }).addresses).toEqual([])
})
