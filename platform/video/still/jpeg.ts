/*
 * A baseline JPEG encoder (ITU T.81) for stills: planes as a drawn picture has them, chroma at half size both ways.
 * All planes share the standard's Huffman tables for luma, which costs some two per cent and saves two tables.
 */

/** Planes in full range (0 to 255), as JPEG takes them. Width and height are multiples of 16. */
export interface Planes {
  readonly width: number
  readonly height: number
  readonly y: Uint8Array
  readonly u: Uint8Array
  readonly v: Uint8Array
}

/** The order in which the coefficients of a block are written. */
const ZIGZAG = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7,
  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46,
  53, 60, 61, 54, 47, 55, 62, 63,
]

/** T.81 tables K.1 and K.2, in rows, made finer. */
const FINENESS = 0.6
const quantisers = (steps: readonly number[]) =>
  Uint8Array.from(steps, (step) => Math.max(1, Math.round(step * FINENESS)))
const LUMA = quantisers([
  16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22,
  29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103,
  121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
])
const CHROMA = quantisers([
  17,
  18,
  24,
  47,
  99,
  99,
  99,
  99,
  18,
  21,
  26,
  66,
  99,
  99,
  99,
  99,
  24,
  26,
  56,
  99,
  99,
  99,
  99,
  99,
  47,
  66,
  99,
  99,
  99,
  99,
  99,
  99,
  ...Array<number>(32).fill(99),
])

/** T.81 tables K.3 and K.5: how many codes there are of each length from 1 to 16, and what they stand for. */
interface Huffman {
  readonly counts: readonly number[]
  readonly symbols: Uint8Array
}
const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const DC: Huffman = {
  counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  symbols: hex('000102030405060708090a0b'),
}
const AC: Huffman = {
  counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
  symbols: hex(
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435' +
      '363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a929394959697' +
      '98999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2' +
      'f3f4f5f6f7f8f9fa',
  ),
}

/** Each symbol's code and its length in bits. */
function codesOf({ counts, symbols }: Huffman): { code: Uint16Array; bits: Uint8Array } {
  const code = new Uint16Array(256)
  const bits = new Uint8Array(256)
  let next = 0
  let at = 0
  counts.forEach((count, shorter) => {
    for (let n = 0; n < count; n += 1) {
      const symbol = symbols[at++] ?? 0
      code[symbol] = next++
      bits[symbol] = shorter + 1
    }
    next *= 2
  })
  return { code, bits }
}
const DC_CODES = codesOf(DC)
const AC_CODES = codesOf(AC)

/** What the transform below leaves undone, by frequency: the quantisers do it. */
const SCALE = Array.from({ length: 8 }, (_, frequency) =>
  frequency === 0 ? 1 : Math.cos((frequency * Math.PI) / 16) * Math.SQRT2,
)
const divisors = (steps: Uint8Array) =>
  Float32Array.from(steps, (step, i) => 1 / (step * 8 * (SCALE[i >> 3] ?? 1) * (SCALE[i & 7] ?? 1)))
const LUMA_SHARE = divisors(LUMA)
const CHROMA_SHARE = divisors(CHROMA)

const samples = new Float32Array(64)
const block = new Int16Array(64)

const sampleAt = (place: number) => samples[place] as number

/**
 * The cosine transform of eight samples in place, `step` apart, but for SCALE (Arai, Agui and Nakajima's way).
 * Written out, without arrays: it is run some twenty thousand times a still.
 */
function transformLine(from: number, step: number): void {
  const to = from + 7 * step
  const sum0 = sampleAt(from) + sampleAt(to)
  const sum1 = sampleAt(from + step) + sampleAt(to - step)
  const sum2 = sampleAt(from + 2 * step) + sampleAt(to - 2 * step)
  const sum3 = sampleAt(from + 3 * step) + sampleAt(to - 3 * step)
  const apart0 = sampleAt(from) - sampleAt(to)
  const apart1 = sampleAt(from + step) - sampleAt(to - step)
  const apart2 = sampleAt(from + 2 * step) - sampleAt(to - 2 * step)
  const apart3 = sampleAt(from + 3 * step) - sampleAt(to - 3 * step)

  const even = sum0 - sum3
  const turned = (sum1 - sum2 + even) * Math.SQRT1_2
  samples[from] = sum0 + sum3 + sum1 + sum2
  samples[from + 4 * step] = sum0 + sum3 - sum1 - sum2
  samples[from + 2 * step] = even + turned
  samples[from + 6 * step] = even - turned

  const low = apart3 + apart2
  const high = apart1 + apart0
  const skew = (low - high) * 0.382683433
  const z2 = low * 0.5411961 + skew
  const z4 = high * 1.306562965 + skew
  const z3 = (apart2 + apart1) * Math.SQRT1_2
  samples[from + 5 * step] = apart0 - z3 + z2
  samples[from + 3 * step] = apart0 - z3 - z2
  samples[from + step] = apart0 + z3 + z4
  samples[from + 7 * step] = apart0 + z3 - z4
}

/** Transforms and quantises the 8x8 samples from `start` on into `block`, in zigzag order. */
function transform(plane: Uint8Array, stride: number, start: number, shares: Float32Array): void {
  for (let row = 0; row < 8; row += 1) {
    const from = start + row * stride
    for (let x = 0; x < 8; x += 1) samples[row * 8 + x] = (plane[from + x] as number) - 128
    transformLine(row * 8, 1)
  }
  for (let column = 0; column < 8; column += 1) transformLine(column, 8)
  for (let at = 0; at < 64; at += 1) {
    const place = ZIGZAG[at] as number
    block[at] = Math.round((samples[place] as number) * (shares[place] as number))
  }
}

/** Bytes of a block at the most: 64 codes with their bits, and a zero after each byte of ones. */
const BLOCK_BYTES = 64 * 7
let bytes = new Uint8Array(0)
let length = 0
let waiting = 0
let waitingBits = 0

function put(value: number, bits: number): void {
  waiting = (waiting << bits) | value
  waitingBits += bits
  while (waitingBits >= 8) {
    waitingBits -= 8
    const byte = (waiting >>> waitingBits) & 255
    bytes[length++] = byte
    // A byte of ones would read as the beginning of a marker.
    if (byte === 255) bytes[length++] = 0
  }
  waiting &= (1 << waitingBits) - 1
}

/** A value as its length in bits, by `codes` together with the zeros before it, and then those bits. */
function putValue({ code, bits }: typeof AC_CODES, zeros: number, value: number): void {
  const size = 32 - Math.clz32(Math.abs(value))
  const symbol = (zeros << 4) | size
  put(code[symbol] as number, bits[symbol] as number)
  if (size > 0) put(value < 0 ? value + (1 << size) - 1 : value, size)
}

/** Writes `block`; answers its mean, which the next one of its plane is told against. */
function putBlock(before: number): number {
  const mean = block[0] as number
  putValue(DC_CODES, 0, mean - before)
  let last = 63
  while (last > 0 && block[last] === 0) last -= 1
  let zeros = 0
  for (let at = 1; at <= last; at += 1) {
    const value = block[at] as number
    if (value === 0) {
      zeros += 1
      continue
    }
    for (; zeros > 15; zeros -= 16) put(AC_CODES.code[0xf0] as number, AC_CODES.bits[0xf0] as number)
    putValue(AC_CODES, zeros, value)
    zeros = 0
  }
  if (last < 63) put(AC_CODES.code[0] as number, AC_CODES.bits[0] as number)
  return mean
}

const word = (value: number) => [value >> 8, value & 255]
const segment = (marker: number, body: readonly number[]) => [255, marker, ...word(body.length + 2), ...body]
const inZigzag = (steps: Uint8Array) => ZIGZAG.map((place) => steps[place] ?? 1)

/** All that stands before the pixels. */
function header(width: number, height: number): number[] {
  return [
    ...[0xff, 0xd8],
    ...segment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    ...segment(0xdb, [0, ...inZigzag(LUMA), 1, ...inZigzag(CHROMA)]),
    ...segment(0xc0, [8, ...word(height), ...word(width), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
    ...segment(0xc4, [0x00, ...DC.counts, ...DC.symbols, 0x10, ...AC.counts, ...AC.symbols]),
    ...segment(0xda, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0]),
  ]
}

/** A picture as a JPEG file. Throws a RangeError for sizes that are no multiples of 16. */
export function jpegOf({ width, height, y, u, v }: Planes): Uint8Array {
  if (width < 16 || height < 16 || width % 16 || height % 16) throw new RangeError(`still ${width}x${height}`)
  const start = header(width, height)
  const most = start.length + ((width * height) / 64) * 1.5 * BLOCK_BYTES + 4
  if (bytes.length < most) bytes = new Uint8Array(most)
  bytes.set(start)
  length = start.length
  waiting = 0
  waitingBits = 0
  let [meanY, meanU, meanV] = [0, 0, 0]
  for (let top = 0; top < height; top += 16) {
    for (let left = 0; left < width; left += 16) {
      for (let quarter = 0; quarter < 4; quarter += 1) {
        transform(y, width, (top + (quarter >> 1) * 8) * width + left + (quarter & 1) * 8, LUMA_SHARE)
        meanY = putBlock(meanY)
      }
      const half = (top / 2) * (width / 2) + left / 2
      transform(u, width / 2, half, CHROMA_SHARE)
      meanU = putBlock(meanU)
      transform(v, width / 2, half, CHROMA_SHARE)
      meanV = putBlock(meanV)
    }
  }
  put(0x7f, 7)
  bytes[length++] = 0xff
  bytes[length++] = 0xd9
  return bytes.slice(0, length)
}
