import * as v from 'valibot'

/** The largest amount a single command may move: 1,000,000,000.00 in minor units (cents). */
export const MAX_AMOUNT = 100_000_000_000

/** An integer in minor units (cents); balances and results. */
export const Cents = v.pipe(v.number(), v.safeInteger())

/** An amount of a request: a whole number of cents, from 1 to MAX_AMOUNT. */
export const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_AMOUNT))

/**
 * The name a client gives a command that moves money, so that a repeated command moves it once.
 * 8 to 64 characters of A-Z a-z 0-9 _ -.
 */
export const RequestId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))

/** Ids are numbers or text on the wire and text inside the program. */
export const Id = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.minLength(1), v.maxLength(64))]),
  v.transform(String),
)
