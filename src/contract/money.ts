import * as v from 'valibot'

/** Maximum amount of one command: 1,000,000,000.00 in minor units (cents). */
export const MAX_AMOUNT = 100_000_000_000

/** An integer in minor units (cents); balances and results. */
export const Cents = v.pipe(v.number(), v.safeInteger())

/** The amount of a request: a whole number of cents, from 1 to MAX_AMOUNT. */
export const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_AMOUNT))

/**
 * The client's id of a command that moves money: a repeated command with the same id moves it once. 8 to 64
 * characters of A-Z a-z 0-9 _ -.
 */
export const RequestId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))

/** Ids may be numbers or strings on the wire; in the program they are strings. */
export const Id = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.minLength(1), v.maxLength(64))]),
  v.transform(String),
)
