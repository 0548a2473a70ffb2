/** The value that the given share of the values does not exceed; undefined of none. */
export function quantileOf(values: readonly number[], share: number): number | undefined {
  const at = Math.max(0, Math.ceil(share * values.length) - 1)
  return [...values].sort((a, b) => a - b)[at]
}
