import * as v from 'valibot'

/** Maximum amount of one command: 1,000,000,000.00 in minor units (cents). */
export const MAX_AMOUNT = 100_000_000_000

/** A whole number of cents (minor units): 1050 is 10.50, in every currency. */
export const Cents = v.pipe(v.number(), v.safeInteger())

/** A requested amount: whole cents, 1 to 100,000,000,000. */
export const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(MAX_AMOUNT))

/**
 * The client's name for a command that moves money: 8 to 64 characters of A-Z a-z 0-9 _ -. A command that is
 * repeated with the same name gets the first answer and moves nothing.
 */
export const RequestId = v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))

/** A number or a text; the app sends text. Not `.` or `..`, which no address can hold. */
export const Id = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.pipe(v.string(), v.minLength(1), v.maxLength(64))]),
  v.transform(String),
)
