import { expect, test } from 'vitest'
import { fragmentOf, readFragment, withCredentials } from './sdp-fragment.ts'

const CANDIDATE = 'candidate:1 1 udp 2122260223 192.0.2.7 50000 typ host'

test('a candidate has the mid of its section', () => {
  const text = `a=ice-ufrag:EsAw\r\na=ice-pwd:P2uYro0UCOQ4zxjKXaWCBui1\r\nm=video 9 RTP/AVP 0\r\na=mid:0\r\na=${CANDIDATE}\r\na=end-of-candidates\r\n`
  expect(readFragment(text)).toEqual({
    ufrag: 'EsAw',
    pwd: 'P2uYro0UCOQ4zxjKXaWCBui1',
    candidates: [{ candidate: CANDIDATE, mid: '0' }],
  })
})

test('end-of-candidates alone is a fragment', () => {
  expect(readFragment('a=end-of-candidates')).toEqual({ candidates: [], ufrag: undefined, pwd: undefined })
})

test.each(['', 'hello', 'a=sendrecv', 'a=ice-ufrag:<b>', `a=${CANDIDATE}\n`.repeat(101)])(
  '%s is not a fragment',
  (text) => {
    expect(readFragment(text)).toBeUndefined()
  },
)

test.each(['ice-ufrag', 'ice-pwd'])(
  'a fragment with a longer %s than the standard permits is none',
  (name) => {
    const fragmentWith = (length: number) =>
      readFragment(`a=${name}:${'x'.repeat(length)}\r\na=end-of-candidates`)
    expect([fragmentWith(256), fragmentWith(257)]).toEqual([expect.anything(), undefined])
  },
)

test('withCredentials raises the version and removes the old candidates', () => {
  const offer = `v=0\r\no=- 9007199254740993 2 IN IP4 127.0.0.1\r\na=ice-ufrag:old\r\na=ice-pwd:old\r\na=${CANDIDATE}\r\na=mid:0\r\n`
  expect(withCredentials(offer, 'new', 'secret')).toBe(
    'v=0\r\no=- 9007199254740993 3 IN IP4 127.0.0.1\r\na=ice-ufrag:new\r\na=ice-pwd:secret\r\na=mid:0\r\n',
  )
})

test('withCredentials leaves a version that is no number', () => {
  expect(withCredentials('o=- 1 x IN', 'new', 'secret')).toBe('o=- 1 x IN')
})

test('fragmentOf an answer can be parsed again', () => {
  const answer = `v=0\r\nm=video 9 UDP/TLS/RTP/SAVPF 96\r\na=${CANDIDATE}\r\na=ice-ufrag:u1\r\na=ice-pwd:p1\r\na=mid:0\r\n`
  expect(readFragment(fragmentOf(answer))).toEqual({
    ufrag: 'u1',
    pwd: 'p1',
    candidates: [{ candidate: CANDIDATE, mid: '0' }],
  })
})
