// @vitest-environment node
import * as v from 'valibot'
import { expect, test, vi } from 'vitest'
import { BalanceAnswer } from '../../../../contract/http.ts'
import { logUnreadable } from '../../../../net/unreadable-fields.ts'
import { countersOf, readStats, statsOf } from './stream-stats.ts'
import { supportText } from './support-report.ts'

const video = (over: object) => ({
  id: 'V',
  type: 'inbound-rtp',
  kind: 'video',
  codecId: 'C',
  remoteId: 'R',
  packetsLost: 0,
  packetsReceived: 100,
  framesDecoded: 30,
  bytesReceived: 50_000,
  jitterBufferDelay: 1,
  jitterBufferEmittedCount: 30,
  frameWidth: 640,
  frameHeight: 360,
  ...over,
})
const REST = [
  { id: 'R', type: 'remote-outbound-rtp', timestamp: 9025, remoteTimestamp: 2000 },
  { id: 'C', type: 'codec', mimeType: 'video/VP8' },
  { id: 'T', type: 'transport', selectedCandidatePairId: 'P' },
  { id: 'X', type: 'candidate-pair', nominated: true, state: 'succeeded', currentRoundTripTime: 9 },
  { id: 'P', type: 'candidate-pair', currentRoundTripTime: 0.042, localCandidateId: 'L' },
  {
    id: 'L',
    type: 'local-candidate',
    candidateType: 'relay',
    protocol: 'udp',
    address: '203.0.113.9',
    port: 5,
  },
]
const UNKNOWN = { age: undefined, ageError: undefined, isAgeMeasured: false }
const stats = (over: object, rest: readonly object[] = REST) =>
  readStats([video(over), ...rest] as Record<string, unknown>[])

function between(after: object, seconds = 1) {
  const before = countersOf(stats({}), 5000)
  const now = countersOf(stats(after), 5000 + seconds * 1000)
  if (!before || !now) throw new Error('no counters')
  return statsOf(stats(after), now, before, before, { age: 80, ageError: 9, isAgeMeasured: true })
}

test('figures are differences to the previous sample', () => {
  const figures = between({
    packetsLost: 10,
    packetsReceived: 190,
    framesDecoded: 60,
    bytesReceived: 150_000,
    jitterBufferDelay: 2.5,
    jitterBufferEmittedCount: 60,
  })
  expect(figures).toEqual({
    rtt: 42,
    age: 80,
    ageError: 9,
    isAgeMeasured: true,
    fps: 30,
    loss: 0.1,
    buffer: 50,
    transit: 7025,
    width: 640,
    height: 360,
    codec: 'VP8',
    bitrate: 800_000,
    candidate: 'relay',
    protocol: 'udp',
  })
  expect(between({ framesDecoded: 60 }, 2).fps).toBe(15)
})

test('unknown values are omitted; late packets do not count as lost', () => {
  expect(between({ packetsLost: -4 }).loss).toBeUndefined()
  expect(between({ packetsLost: -4, packetsReceived: 110 }).loss).toBe(0)
  const now = countersOf(stats({}), 1)
  if (!now) throw new Error('no counters')
  const bare = statsOf(stats({ codecId: undefined }, []), now, undefined, undefined, UNKNOWN)
  expect(bare).toMatchObject({ rtt: undefined, fps: undefined, loss: undefined, codec: undefined })
  expect(countersOf(readStats([]), 1)).toBeUndefined()
})

test('without a transport entry the selected candidate pair is used', () => {
  const pair = { id: 'P', type: 'candidate-pair', selected: true, currentRoundTripTime: 0.01 }
  const now = countersOf(stats({}), 1)
  if (!now) throw new Error('no counters')
  expect(statsOf(stats({}, [pair]), now, undefined, undefined, UNKNOWN).rtt).toBe(10)
})

const REPORT = {
  level: 'good',
  ...{ layer: undefined, reconnects: 0, machine: '7', version: 'v1' },
  ...{ presses: [], figures: undefined, history: [], agent: '', at: 0 },
} as const

test('for a running video the report states its maximum age', () => {
  const history = [{ rtt: 1, age: 0, fps: 30, loss: 0, bitrate: 1 }]
  const figures = { ...between({}), age: 0 }
  const line = (age: number) =>
    supportText({ ...REPORT, figures: { ...figures, age, ageError: undefined }, history }).split('\n')[5]
  expect(line(0)).toBe('picture age: under 400 ms (max of the last minute under 400 ms)')
  expect(line(500)).toBe('picture age: 500 ms (max of the last minute under 400 ms)')
})

test('the report for support contains the figures, and neither an address nor the player', () => {
  const figures = between({ packetsLost: 10, packetsReceived: 190, framesDecoded: 60 })
  const { rtt, age, fps, loss, bitrate } = figures
  const text = supportText({
    figures,
    history: [
      { rtt: 90, age: 10, fps: 12.34, loss: 0.25, bitrate: 1000 },
      { rtt, age, fps, loss, bitrate },
    ],
    level: 'fair',
    layer: 'small',
    reconnects: 2,
    presses: [110, 120, 300],
    machine: '7',
    version: 'v1',
    agent: 'Browser',
    at: 0,
  })
  expect(text.split('\n')).toEqual([
    'reelcast: v1',
    'time: 1970-01-01T00:00:00.000Z',
    'machine: 7',
    'connection: fair',
    'round trip: 42 ms (max of the last minute 90 ms)',
    'picture age: 80 ms +-9 ms (max of the last minute 80 ms)',
    'capture times: yes',
    'press to picture: 120 ms (95 % within 300 ms, 3 spins)',
    'frames: 30.0 /s (min of the last minute 12.3 /s)',
    'loss: 10.0 % (max of the last minute 25.0 %)',
    'jitter buffer: -',
    'picture: 640x360 VP8',
    'bitrate: 0 kbit/s (min of the last minute 0 kbit/s)',
    'path: relay udp',
    'layer: small',
    'reconnects: 2',
    'browser: Browser',
    'unreadable: 0',
  ])
  expect(text).not.toContain('203.0.113.9')
})

test('the report for support contains the time since a control was pressed', () => {
  const report = { ...REPORT, at: 60_000 }
  expect(supportText({ ...report, lastInteraction: 18_000 })).toContain('last press: 42 s ago')
  expect(supportText({ ...report, lastInteraction: 0 })).not.toContain('last press')
})

test('the report for support counts unreadable fields of the server', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { issues = [] } = v.safeParse(BalanceAnswer, { balance: '12.34' })
  logUnreadable('push balance', issues)
  logUnreadable('push balance', issues)
  const lines = supportText(REPORT).split('\n')
  expect(lines.slice(-2)).toEqual([
    'unreadable: 2',
    'unreadable 2x: push balance balance: expected number, got string',
  ])
})

test("the report names the site and the server's versions, where known", () => {
  const lines = supportText({ ...REPORT, site: 2077, server: '9.1' }).split('\n')
  expect(lines).toEqual(expect.arrayContaining(['site: 2077', 'server: 9.1']))
  expect(supportText(REPORT)).not.toMatch(/^(site|server)/m)
})
