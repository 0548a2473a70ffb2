/** Reads an int8 as a number. Throws when a number can not hold it: no balance is ever rounded. */
export function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${text}`)
  return value
}
