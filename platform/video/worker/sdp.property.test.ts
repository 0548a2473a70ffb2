import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fragments, MAX_LENGTH, offers } from '../../testing/video/worker/sdp.ts'
import { candidatePolicy, MAX_CANDIDATES } from './candidates.ts'
import { readOffer } from './sdp.ts'
import { readFragment, withCredentials } from './sdp-fragment.ts'

/*
 * The worker reads offers and fragments of strangers before the peer connection does. Its readers neither
 * throw nor make a text longer than it may be.
 */

const RUNS = 500
/** Processor time of one text, ms: some ten times what the longest takes. */
const MAX_CPU_MS = 500
/** The rates' line, and a longer first line of the video. */
const ADDED = 400
const RATES = { start: 1000, max: 2000 }
const policy = candidatePolicy({ networks: [], addresses: ['0.0.0.0/0'] }, [])

function within<T>(work: () => T): T {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(MAX_CPU_MS)
  return result
}
const linesOf = (text: string) => text.split(/\r?\n/)
/** Each line may get CRLF for LF. */
const maxLength = (text: string) => text.length + linesOf(text).length

test('an offer is refused, or gets no longer, and keeps accepted candidates alone', () => {
  fc.assert(
    fc.property(offers, (offer) => {
      const filtered = within(() => policy.filterOffer(offer))
      expect(filtered.sdp.length).toBeLessThanOrEqual(maxLength(offer))
      const candidates = linesOf(filtered.sdp).filter((line) => line.startsWith('a=candidate'))
      for (const line of candidates) expect(policy.accepts(line.slice(2))).toBe(true)
      const read = within(() => readOffer(filtered.sdp, RATES))
      if ('refused' in read) expect(['sdp', 'offer']).toContain(read.refused)
      else expect(read.sdp.length).toBeLessThanOrEqual(maxLength(filtered.sdp) + ADDED)
    }),
    { numRuns: RUNS },
  )
})

test('a fragment is refused, or has few candidates and short credentials', () => {
  fc.assert(
    fc.property(fragments, (text) => {
      const fragment = within(() => readFragment(text))
      if (!fragment) return
      expect(fragment.candidates.length).toBeLessThanOrEqual(MAX_CANDIDATES)
      for (const { candidate } of fragment.candidates) within(() => policy.accepts(candidate))
      expect((fragment.ufrag ?? '').length).toBeLessThanOrEqual(256)
      expect((fragment.pwd ?? '').length).toBeLessThanOrEqual(256)
    }),
    { numRuns: RUNS },
  )
})

test('restarts make an offer no longer, however many there are', () => {
  // The shortest line with credentials gets the longest ones.
  const maxGrowth = 256 / 'a=ice-pwd:\n'.length
  fc.assert(
    fc.property(offers, fragments, (offer, text) => {
      const { ufrag, pwd } = readFragment(text) ?? {}
      if (!ufrag || !pwd) return
      const once = within(() => withCredentials(offer, ufrag, pwd))
      expect(once.length).toBeLessThanOrEqual(MAX_LENGTH * (1 + maxGrowth))
      const twice = withCredentials(once, ufrag, pwd)
      // A version with another digit.
      expect(twice.length).toBeLessThanOrEqual(once.length + 1)
    }),
    { numRuns: RUNS },
  )
})
