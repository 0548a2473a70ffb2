import { type GameDef, payOfLine, type Strip, type SymbolKey, stripsOf } from './game.ts'

/** An exact fraction, in lowest terms. */
export interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** The exact average of one spin: `pay` in stakes, `rounds` in free rounds awarded. */
export interface SpinValue {
  readonly pay: Fraction
  readonly rounds: Fraction
}

/** A fraction in lowest terms with a positive denominator. */
export function fraction(numerator: bigint, denominator: bigint): Fraction {
  let a = numerator < 0n ? -numerator : numerator
  let b = denominator
  while (b > 0n) [a, b] = [b, a % b]
  return { numerator: numerator / a, denominator: denominator / a }
}

const add = (a: Fraction, b: Fraction) =>
  fraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
const multiply = (a: Fraction, b: Fraction) =>
  fraction(a.numerator * b.numerator, a.denominator * b.denominator)
const divide = (a: Fraction, b: Fraction) =>
  fraction(a.numerator * b.denominator, a.denominator * b.numerator)
const whole = (n: number) => fraction(BigInt(n), 1n)
const none = whole(0)

/**
 * The game's return without the jackpot, in stakes, as an exact fraction: the pay of a paid spin, plus the
 * free rounds it awards times the value of each. A free round can award further rounds, a geometric series,
 * so its value is pay / (1 - rounds).
 */
export function returnOf(def: GameDef): Fraction {
  const paid = spinValue(def, false)
  const free = spinValue(def, true)
  const left = add(whole(1), { ...free.rounds, numerator: -free.rounds.numerator })
  if (left.numerator <= 0n) throw new RangeError(`${def.id}: free rounds never end`)
  return add(paid.pay, multiply(paid.rounds, divide(free.pay, left)))
}

/** The average of one spin over every stop of every reel, each equally likely. */
export function spinValue(def: GameDef, free: boolean): SpinValue {
  const strips = stripsOf(def, free)
  const scatters = scatterChances(def, strips)
  let scatterPay = none
  let rounds = none
  for (const [count, chance] of scatters.entries()) {
    scatterPay = add(scatterPay, multiply(chance, whole(def.scatterPays[count] ?? 0)))
    rounds = add(rounds, multiply(chance, whole(def.free.awards[count] ?? 0)))
  }
  const coins = def.kind === 'lines' ? lineCoins(def, strips) : waysCoins(def, strips)
  const pay = add(divide(coins, whole(def.coins)), scatterPay)
  return { pay: multiply(pay, whole(free ? def.free.multiplier : 1)), rounds }
}

/** The probabilities of 0, 1, 2… scatters in view: the reels' probabilities, convolved. */
function scatterChances(def: GameDef, strips: readonly Strip[]): Fraction[] {
  let chances: Fraction[] = [whole(1)]
  for (const strip of strips) {
    const next: Fraction[] = Array.from({ length: chances.length + def.rows }, () => none)
    for (let stop = 0; stop < strip.length; stop += 1) {
      const here = inView(def, strip, stop, (symbol) => symbol === 'scatter')
      for (const [count, chance] of chances.entries()) {
        const each = multiply(chance, fraction(1n, BigInt(strip.length)))
        next[count + here] = add(next[count + here] ?? none, each)
      }
    }
    chances = next
  }
  return chances
}

/**
 * The average coins a spin pays on lines. A line crosses every reel at one row, so all lines pay the same.
 */
function lineCoins(def: GameDef, strips: readonly Strip[]): Fraction {
  const counts = strips.map((strip) => {
    const count = new Map<SymbolKey, bigint>()
    for (const symbol of strip) count.set(symbol, (count.get(symbol) ?? 0n) + 1n)
    return [...count]
  })
  const total = strips.reduce((product, strip) => product * BigInt(strip.length), 1n)
  const walk = (symbols: SymbolKey[], times: bigint): bigint => {
    const next = counts[symbols.length]
    if (!next) return BigInt(payOfLine(def, symbols).pay) * times
    return next.reduce((sum, [symbol, count]) => sum + walk([...symbols, symbol], times * count), 0n)
  }
  return multiply(fraction(walk([], 1n), total), whole(def.lines.length))
}

/**
 * The average coins a spin pays on ways, symbol by symbol: n reels pay the product of its numbers in view.
 * The reels are independent, so the average of the product is the product of the averages.
 */
function waysCoins(def: GameDef, strips: readonly Strip[]): Fraction {
  let sum = none
  for (const [symbol, pays] of Object.entries(def.paytable)) {
    let product = whole(1)
    for (const [reel, strip] of strips.entries()) {
      const matches = (other: SymbolKey) => other === symbol || other === 'wild'
      const views = strip.map((_, stop) => inView(def, strip, stop, matches))
      product = multiply(product, fraction(BigInt(views.reduce((a, b) => a + b, 0)), BigInt(strip.length)))
      const following = strips[reel + 1]
      const empty = following?.filter((_, stop) => inView(def, following, stop, matches) === 0).length ?? 1
      const ends = multiply(product, fraction(BigInt(empty), BigInt(following?.length ?? 1)))
      sum = add(sum, multiply(ends, whole(pays[reel + 1] ?? 0)))
    }
  }
  return sum
}

function inView(def: GameDef, strip: Strip, stop: number, test: (symbol: SymbolKey) => boolean): number {
  let count = 0
  for (let row = 0; row < def.rows; row += 1) {
    const symbol = strip[(stop + row) % strip.length]
    if (symbol && test(symbol)) count += 1
  }
  return count
}
