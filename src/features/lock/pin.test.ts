import { createHash, pbkdf2Sync } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import { canCheckPins, digitsOf, isPin, readPinHash } from './pin.ts'

const sha = (pin: string) => createHash('sha256').update(pin).digest('hex')
const pbkdf2 = (pin: string, iterations: number, salt: Uint8Array, length = 32) =>
  `pbkdf2-sha256:${iterations}:${Buffer.from(salt).toString('base64')}:${pbkdf2Sync(pin, salt, iterations, length, 'sha256').toString('base64')}`

async function accepts(stored: string, pin: string): Promise<boolean> {
  const hash = readPinHash(stored)
  if (!hash) throw new Error(`not parsed: ${stored}`)
  return await isPin(pin, hash)
}

afterEach(() => vi.unstubAllGlobals())

const pins = fc.stringMatching(/^\d{1,12}$/)
const salts = fc.uint8Array({ minLength: 1, maxLength: 64 })

test.each([
  ['sha256:<hex>', (pin: string) => `sha256:${sha(pin)}`],
  ['bare hexadecimal digits', sha],
  ['capital letters', (pin: string) => sha(pin).toUpperCase()],
])('%s: the right PIN is accepted, any other is not', async (_, store) => {
  await fc.assert(
    fc.asyncProperty(pins, pins, async (pin, other) => {
      expect(await accepts(store(pin), pin)).toBe(true)
      expect(await accepts(store(pin), other)).toBe(pin === other)
    }),
    { numRuns: 50 },
  )
})

test('pbkdf2-sha256, as the platform makes it: the right PIN is accepted, any other is not', async () => {
  await fc.assert(
    fc.asyncProperty(
      pins,
      pins,
      salts,
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 16, max: 64 }),
      async (pin, other, salt, iterations, length) => {
        const stored = pbkdf2(pin, iterations, salt, length)
        expect(await accepts(stored, pin)).toBe(true)
        expect(await accepts(stored, other)).toBe(pin === other)
      },
    ),
    { numRuns: 50 },
  )
  expect(await accepts(pbkdf2('0417', 100_000, new Uint8Array(16).fill(7)), '0417')).toBe(true)
})

test('one changed byte of the hash makes the PIN wrong', async () => {
  const salt = new Uint8Array(16).fill(1)
  const hash = readPinHash(pbkdf2('1234', 10, salt))
  for (const at of [0, 15, 31]) {
    const changed = hash && { ...hash, hash: hash.hash.map((byte, i) => (i === at ? byte ^ 1 : byte)) }
    expect(changed && (await isPin('1234', changed))).toBe(false)
  }
})

const SALT = Buffer.alloc(16).toString('base64')
const HASH = Buffer.alloc(32).toString('base64')

test.each([
  [undefined],
  [null],
  [''],
  ['1234'],
  [sha('1234').slice(1)],
  [`${sha('1234')}0`],
  [`md5:${sha('1234')}`],
  [`sha256:${sha('1234')}\n`],
  [`pbkdf2-sha256:0:${SALT}:${HASH}`],
  [`pbkdf2-sha256:-1:${SALT}:${HASH}`],
  [`pbkdf2-sha256:1e5:${SALT}:${HASH}`],
  [`pbkdf2-sha256:2000001:${SALT}:${HASH}`],
  [`pbkdf2-sha256:99999999999999999999:${SALT}:${HASH}`],
  [`pbkdf2-sha256:1000::${HASH}`],
  [`pbkdf2-sha256:1000:${SALT}:`],
  [`pbkdf2-sha256:1000:${SALT}:AAAA`],
  [`pbkdf2-sha256:1000:${SALT}:${HASH}x`],
  [`pbkdf2-sha256:1000:A:${HASH}`],
  [`pbkdf2-sha512:1000:${SALT}:${HASH}`],
  [`pbkdf2-sha256:1000:${SALT}:${HASH}:more`],
])('a malformed hash matches no PIN: %j', (stored) => {
  expect(readPinHash(stored)).toBeUndefined()
})

test('parsing never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void readPinHash(text)))
  fc.assert(
    fc.property(fc.stringMatching(/^pbkdf2-sha256:\d+:[\w+/=]*:[\w+/=]*$/), (text) => void readPinHash(text)),
  )
})

test('over plain HTTP no PIN can be checked', () => {
  expect(canCheckPins()).toBe(true)
  vi.stubGlobal('crypto', {})
  expect(canCheckPins()).toBe(false)
})

test('digits of every script are accepted, other characters dropped, twelve at most', () => {
  expect(digitsOf('٠١٢٣٤٥٦٧٨٩')).toBe('0123456789')
  expect(digitsOf('۰۱۲۳۴۵۶۷۸۹')).toBe('0123456789')
  expect(digitsOf('\u200e１２\u200b３４')).toBe('1234')
  expect(digitsOf(' 12-34 ab\n')).toBe('1234')
  expect(digitsOf('1234567890123')).toBe('123456789012')
})
