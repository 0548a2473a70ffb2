import { expect, test } from 'vitest'
import { captureTimeOf } from './capture-time.ts'

const CAPTURED = Date.UTC(2026, 10, 22, 10)
const SINCE_1900 = CAPTURED + 2_208_988_800_000

function peer(source: object | undefined) {
  const sources = source ? [source] : []
  return {
    getReceivers: () => [
      {
        track: { kind: 'audio' },
        getSynchronizationSources: () => [{ rtpTimestamp: 1, captureTimestamp: 5 }],
      },
      { track: { kind: 'video' }, getSynchronizationSources: () => sources },
    ],
  } as unknown as RTCPeerConnection
}

test('the capture time is that of the displayed frame, also when a later one has arrived', () => {
  const source = { rtpTimestamp: 90_000, captureTimestamp: SINCE_1900, senderCaptureTimeOffset: 0 }
  expect(captureTimeOf(peer(source), 90_000)).toBe(CAPTURED)
  expect(captureTimeOf(peer(source), 87_000)).toBeCloseTo(CAPTURED - 33.3, 1)
  expect(captureTimeOf(peer(source), undefined)).toBe(CAPTURED)
})

test('RTP timestamps may wrap around between the two frames', () => {
  const source = { rtpTimestamp: 1500, captureTimestamp: SINCE_1900 }
  expect(captureTimeOf(peer(source), 2 ** 32 - 1500)).toBeCloseTo(CAPTURED - 33.3, 1)
})

test("capture times by another clock are converted to the sender's clock", () => {
  const source = { rtpTimestamp: 0, captureTimestamp: SINCE_1900, senderCaptureTimeOffset: -250 }
  expect(captureTimeOf(peer(source), 0)).toBe(CAPTURED - 250)
})

test.each([
  ['Firefox, Safari', { rtpTimestamp: 9 }],
  ['no frame yet', undefined],
])('without a capture time in the source (%s) there is none', (_name, source) => {
  expect(captureTimeOf(peer(source), 9)).toBeUndefined()
})
