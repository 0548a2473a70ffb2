import { randomInt } from 'node:crypto'

/** A source of random numbers. `int(below)` is an integer from 0 to below - 1, each equally likely. */
export interface RandomSource {
  int(below: number): number
}

/** The source for real money: the system's cryptographic generator, without modulo bias. */
export const cryptoRandom: RandomSource = { int: (below) => randomInt(below) }

/** A repeatable source for tests and benches (xoshiro128**, filled by splitmix32). Never for money. */
export function seededRandom(seed: number): RandomSource {
  let fill = seed >>> 0
  const next32 = () => {
    fill = (fill + 0x9e3779b9) >>> 0
    let z = fill
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
    return (z ^ (z >>> 16)) >>> 0
  }
  let a = next32()
  let b = next32()
  let c = next32()
  let d = next32()
  const rotl = (x: number, by: number) => (x << by) | (x >>> (32 - by))
  const word = () => {
    const result = Math.imul(rotl(Math.imul(b, 5), 7), 9) >>> 0
    const t = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= t
    d = rotl(d, 11)
    return result
  }
  return {
    int(below) {
      if (!Number.isSafeInteger(below) || below < 1 || below > 2 ** 32) throw new RangeError(`below ${below}`)
      // Values from the last multiple of `below` on would bias the result towards small numbers: draw again.
      const limit = 2 ** 32 - (2 ** 32 % below)
      for (;;) {
        const drawn = word()
        if (drawn < limit) return drawn % below
      }
    },
  }
}
